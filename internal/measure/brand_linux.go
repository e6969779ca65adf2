//go:build 386 || amd64

package measure

import (
	"bufio"
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
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if key, value, _ := strings.Cut(lines.Text(), ":"); strings.TrimSpace(key) == "model name" {
			return value
		}
	}
	return ""
}
