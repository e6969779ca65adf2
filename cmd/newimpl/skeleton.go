package newimpl

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/ecsbench/ecsbench/internal/measure"
)

//go:embed files
var files embed.FS

// sample is the name that the skeleton has in the files.
const sample = "ownimpl"

// A skeleton is what is to be written.
type skeleton struct {
	name    string // of the implementation, of its module and of the folder
	version string // of ecsbench: v1.2.3; "" if replace says where it is
	replace string // a folder with the sources of ecsbench, relative to that of the skeleton
}

var validName = regexp.MustCompile(`^[a-z][a-z0-9]*$`)

// check returns an error if the name cannot be used, or is used already.
func (s skeleton) check() error {
	if !validName.MatchString(s.name) {
		return fmt.Errorf("%q is no name for an implementation: use small letters and digits, a letter first", s.name)
	}
	if _, err := os.Lstat(s.name); err == nil {
		return fmt.Errorf("%s exists, and nothing was written: choose another name, or remove it", s.name)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// write writes the files to a new folder. The go command completes them then: it
// generates the loops (go generate) and lists the modules (go mod tidy).
func (s skeleton) write(dir string) error {
	if err := os.Mkdir(dir, 0o777); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(s.module()), 0o666); err != nil {
		return err
	}
	entries, err := files.ReadDir("files")
	if err != nil {
		return err
	}
	for _, e := range entries {
		text, err := files.ReadFile("files/" + e.Name())
		if err != nil {
			return err
		}
		own := strings.ReplaceAll(string(text), sample, s.name)
		if err := os.WriteFile(filepath.Join(dir, strings.TrimSuffix(e.Name(), ".txt")), []byte(own), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// module is the module file, which go mod tidy completes.
func (s skeleton) module() string {
	version, replace := s.version, ""
	if s.replace != "" {
		version, replace = "v0.0.0", fmt.Sprintf("\nreplace %s => %s\n", measure.ModulePath, filepath.ToSlash(s.replace))
	}
	return fmt.Sprintf("module %s\n\ngo 1.26.0\n\nrequire %s %s\n%s", s.name, measure.ModulePath, version, replace)
}
