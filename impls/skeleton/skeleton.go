// Package skeleton writes the beginning of an implementation in a module of its
// own: a world that is slow and right, its loops, its tests, and a main function
// that measures it beside all others. examples/ownimpl is what it writes.
package skeleton

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

//go:embed files
var files embed.FS

// The module that the skeleton requires, and the name that it has in the files.
const (
	required = "github.com/ecsbench/ecsbench"
	sample   = "ownimpl"
)

// A Skeleton is what is to be written.
type Skeleton struct {
	Name    string // of the implementation, of its module and of the folder
	Version string // of ecsbench: v1.2.3; "" if Replace says where it is
	Replace string // a folder with the sources of ecsbench, relative to that of the skeleton
}

var name = regexp.MustCompile(`^[a-z][a-z0-9]*$`)

// Write writes the files to a folder that is not there yet. The loops are to be
// stamped then (go generate) and the module is to be tidied (go mod tidy).
func (s Skeleton) Write(dir string) error {
	if !name.MatchString(s.Name) {
		return fmt.Errorf("%q is no name for an implementation: use small letters and digits, a letter first", s.Name)
	}
	if err := os.Mkdir(dir, 0o777); errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already, and nothing was written: choose another name, or remove it", dir)
	} else if err != nil {
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
		own := strings.ReplaceAll(string(text), sample, s.Name)
		if err := os.WriteFile(filepath.Join(dir, strings.TrimSuffix(e.Name(), ".txt")), []byte(own), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// module is the module file, which go mod tidy completes.
func (s Skeleton) module() string {
	version, replace := s.Version, ""
	if s.Replace != "" {
		version, replace = "v0.0.0", fmt.Sprintf("\nreplace %s => %s\n", required, filepath.ToSlash(s.Replace))
	}
	return fmt.Sprintf("module %s\n\ngo 1.26.0\n\nrequire %s %s\n%s", s.Name, required, version, replace)
}
