package world

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// caches returns the bytes of the data caches of the first processor, by level; 0 if unknown. It
// reads them from the kernel. Package cpuid would read them at the start of every process, which
// takes half a millisecond on a virtual machine.
func caches() (sizes [3]int) {
	folders, _ := filepath.Glob("/sys/devices/system/cpu/cpu0/cache/index*")
	for _, folder := range folders {
		read := func(name string) string {
			text, _ := os.ReadFile(filepath.Join(folder, name))
			return strings.TrimSpace(string(text))
		}
		var level, kib int
		fmt.Sscan(read("level"), &level)
		fmt.Sscanf(read("size"), "%dK", &kib)
		if level >= 1 && level <= len(sizes) && read("type") != "Instruction" {
			sizes[level-1] = kib << 10
		}
	}
	return sizes
}
