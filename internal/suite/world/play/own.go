package play

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime/debug"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/semver"

	"github.com/ecsbench/ecsbench/internal/sys/host"
)

// Within returns the folder of the library in the sources of a module, and whether it is there: of its
// own module, or of ecsbench, which has package ecs.
func (l Library) Within(module string) (folder string, found bool) {
	if l.Module == ownModule && module == host.ModulePath {
		return "ecs", true
	}
	return ".", module == l.Module
}

// addOwn adds the sources of package ecs, which needs only the standard library. They come from
// the library's folder or version, the checkout around the current folder, the sources that this
// program was built from, or the version of this program. It returns the version of Go in their
// go.mod.
func (s Sources) addOwn(l Library) (goVersion string, err error) {
	folder := l.Folder
	switch {
	case folder != "":
	case l.Version != "":
		folder, err = downloaded(l.Version)
	default:
		folder, err = ownFolder()
	}
	if err == nil {
		goVersion, err = goVersionOf(folder)
	}
	if err != nil {
		return "", fmt.Errorf("package ecs: %w", err)
	}
	paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return "", err
	}
	for _, file := range paths {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return "", fmt.Errorf("package ecs: %w", err)
		}
		s[path.Join("ecs", filepath.Base(file))] = text
	}
	return goVersion, nil
}

// goVersionOf returns the version of Go of the module of package ecs. Older revisions have the
// package in the module of ecsbench.
func goVersionOf(folder string) (string, error) {
	file := filepath.Join(folder, "go.mod")
	text, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		file = filepath.Join(filepath.Dir(folder), "go.mod")
		text, err = os.ReadFile(file)
	}
	if err != nil {
		return "", err
	}
	mod, err := modfile.ParseLax(file, text, nil)
	if err == nil && mod.Go == nil {
		err = fmt.Errorf("%s has no line go", file)
	}
	if err != nil {
		return "", err
	}
	return mod.Go.Version, nil
}

// ownFolder is the folder with the sources of package ecs.
func ownFolder() (string, error) {
	current, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for _, checkout := range []string{host.Checkout(current), host.BuiltFrom()} {
		folder := filepath.Join(checkout, "ecs")
		if _, err := os.Stat(folder); err == nil && checkout != "" { // the module cache has ecs elsewhere
			return folder, nil
		}
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range append(info.Deps, &info.Main) {
			if m.Path == host.ModulePath && semver.IsValid(m.Version) && semver.Build(m.Version) == "" {
				return downloaded(m.Version)
			}
		}
	}
	return "", errors.New("its sources are not around the current folder: run it in a checkout of ecsbench")
}

// downloaded returns the folder of a version of package ecs in the module cache. It is downloaded if
// it is not there.
func downloaded(version string) (string, error) {
	cmd := exec.Command("go", "mod", "download", "-json", ownModule+"@"+version)
	cmd.Env = append(os.Environ(), "GOWORK=off")
	out, err := cmd.Output()
	var module struct{ Dir, Error string }
	if decoded := json.Unmarshal(out, &module); decoded == nil && module.Error != "" {
		err = errors.New(module.Error)
	} else if err == nil {
		err = decoded
	}
	if err != nil {
		return "", fmt.Errorf("downloading %s: %w: run it in a checkout of ecsbench", version, err)
	}
	return module.Dir, nil
}
