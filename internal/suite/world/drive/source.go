package drive

import (
	"embed"
	"strings"
)

//go:embed *.go
var sources embed.FS

// Sources returns the files of this package by name, without tests and this file.
func Sources() (map[string][]byte, error) {
	entries, err := sources.ReadDir(".")
	files := make(map[string][]byte)
	for _, e := range entries {
		if name := e.Name(); err == nil && name != "source.go" && !strings.HasSuffix(name, "_test.go") {
			files[name], err = sources.ReadFile(name)
		}
	}
	return files, err
}
