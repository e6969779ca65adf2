//go:build 386 || amd64

package host

import (
	"bufio"
	"io"
	"os"
	"strings"
)

// brandName reads the name of the processor from the kernel. Package cpuid takes half a
// millisecond for this on a virtual machine, at the start of every process.
func brandName() string {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return ""
	}
	defer f.Close()
	return modelName(f)
}

// modelName returns the first name of a processor in a text like /proc/cpuinfo, "" for none.
func modelName(text io.Reader) string {
	for lines := bufio.NewScanner(text); lines.Scan(); {
		if key, value, _ := strings.Cut(lines.Text(), ":"); strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
