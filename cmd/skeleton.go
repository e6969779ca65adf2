package cmd

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/sys/host"
)

//go:embed skeleton
var skeletonFiles embed.FS

// sampleSkeleton is the name of the skeleton in the embedded files.
const sampleSkeleton = "ownimpl"

// The styles are ways to write the loops.
const (
	templateStyle = "template" // loops generated from a template
	minimalStyle  = "minimal"  // one file without a generator: iterate, create, destroy
)

var skeletonStyles = []string{templateStyle, minimalStyle}

// A skeleton describes the module to write.
type skeleton struct {
	name    string // of the implementation, of its module and of the folder
	version string // of ecsbench: v1.2.3; "" if replace is set
	style   string
	replace string // a folder with the sources of ecsbench, relative to that of the skeleton
}

var validName = display.Pattern(`^[a-z][a-z0-9]*$`)

// check returns an error if the name is invalid or in use.
func (s skeleton) check() error {
	if !validName().MatchString(s.name) {
		return fmt.Errorf("%q is not a valid name: use lower-case letters and digits, beginning with a letter", s.name)
	}
	if _, err := os.Lstat(s.name); err == nil {
		return fmt.Errorf("%s exists, and nothing was written: choose another name, or remove it", s.name)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// write writes the files to a folder. go generate then generates the loops, and go mod tidy
// lists the modules.
func (s skeleton) write(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(s.module()), 0o666); err != nil {
		return err
	}
	for _, folder := range []string{"skeleton", "skeleton/" + cmp.Or(s.style, templateStyle)} { // files of the style replace the common ones
		entries, err := skeletonFiles.ReadDir(folder)
		if err != nil {
			return err
		}
		for _, e := range entries {
			if e.IsDir() {
				continue
			}
			text, err := skeletonFiles.ReadFile(folder + "/" + e.Name())
			if err != nil {
				return err
			}
			own := strings.ReplaceAll(string(text), sampleSkeleton, s.name)
			if err := os.WriteFile(filepath.Join(dir, strings.TrimSuffix(e.Name(), ".txt")), []byte(own), 0o666); err != nil {
				return err
			}
		}
	}
	return nil
}

// module returns the module file, which go mod tidy completes.
func (s skeleton) module() string {
	version, replace := s.version, ""
	if s.replace != "" {
		version, replace = "v0.0.0", fmt.Sprintf("\nreplace %s => %s\n", host.ModulePath, filepath.ToSlash(s.replace))
	}
	return fmt.Sprintf("module %s\n\ngo 1.26.0\n\nrequire %s %s\n%s", s.name, host.ModulePath, version, replace)
}
