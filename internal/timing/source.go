package timing

import (
	"embed"
	"strings"
)

// SpinSource holds the files of this package that observe a core.
//
//go:embed clock.go noise.go spin.go turns.go turns_linux.go turns_other.go
var SpinSource embed.FS

//go:embed *.go
var sources embed.FS

// Source returns the files of this package by name, without tests and this file.
func Source() (map[string][]byte, error) {
	entries, err := sources.ReadDir(".")
	files := make(map[string][]byte)
	for _, e := range entries {
		if name := e.Name(); err == nil && name != "source.go" && !strings.HasSuffix(name, "_test.go") {
			files[name], err = sources.ReadFile(name)
		}
	}
	return files, err
}
