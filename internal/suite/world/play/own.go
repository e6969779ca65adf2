package play

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime/debug"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"

	"github.com/ecsbench/ecsbench/internal/sys/host"
)

// addOwn adds the sources of package ecs, which needs only the standard library. They come from
// the library's folder or version, the checkout around the current folder, the running version,
// or the sources that this program was built from. It returns the version of Go in their go.mod.
func (s Source) addOwn(l Library) (goVersion string, err error) {
	folder := l.Folder
	switch {
	case folder != "":
	case l.Version != "":
		folder, err = inModuleCache(host.ModulePath, l.Version)
	default:
		folder, err = ownFolder()
	}
	if err != nil {
		return "", err
	}
	text, err := os.ReadFile(filepath.Join(folder, "go.mod"))
	if err != nil {
		return "", fmt.Errorf("reading the Go version of package ecs: %w", err)
	}
	mod, err := modfile.ParseLax("go.mod", text, nil)
	if err == nil && mod.Go == nil {
		err = errors.New("go.mod has no line go")
	}
	if err != nil {
		return "", fmt.Errorf("reading the Go version of package ecs in %s: %w", folder, err)
	}
	paths, err := filepath.Glob(filepath.Join(folder, "ecs", "*.go"))
	if err != nil {
		return "", err
	}
	for _, file := range paths {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return "", fmt.Errorf("reading package ecs: %w", err)
		}
		s[path.Join("ecs", filepath.Base(file))] = text
	}
	return mod.Go.Version, nil
}

// ownFolder is the folder with the sources of this module.
func ownFolder() (string, error) {
	current, err := os.Getwd()
	if err != nil {
		return "", err
	}
	if folder := host.Checkout(current); folder != "" {
		return folder, nil
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range append(info.Deps, &info.Main) {
			if m.Path != host.ModulePath || m.Version == "" || m.Version == "(devel)" {
				continue
			}
			if folder, err := inModuleCache(host.ModulePath, m.Version); err == nil {
				return folder, nil
			}
		}
	}
	if folder := host.BuiltFrom(); folder != "" {
		return folder, nil
	}
	return "", errors.New("the sources of package ecs are neither in the module cache nor around the current folder: run it in a checkout of ecsbench")
}

// inModuleCache is the folder of a module version in the module cache.
func inModuleCache(name, version string) (string, error) {
	escaped, err := module.EscapePath(name)
	if err != nil {
		return "", err
	}
	out, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		return "", err
	}
	folder := filepath.Join(strings.TrimSpace(string(out)), escaped+"@"+version)
	_, err = os.Stat(folder)
	return folder, err
}
