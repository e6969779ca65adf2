package play

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"embed"
	"errors"
	"fmt"
	goformat "go/format"
	"maps"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/ecsbench/ecsbench/internal/suite/world/drive"
	"github.com/ecsbench/ecsbench/internal/suite/world/format"
	"github.com/ecsbench/ecsbench/internal/sys/host"
	"github.com/ecsbench/ecsbench/internal/timing"
)

// checksums are those of the usual versions of all libraries.
//
//go:embed libraries.sum
var checksums string

// Sources are the files of a program: their contents by their paths.
type Sources map[string][]byte

// Sources writes the program that measures a world on a library.
func (l Library) Sources(w *format.World) (Sources, error) {
	p := newData(w, l)
	if err := l.supports(w, p); err != nil {
		return nil, err
	}
	texts, err := p.Files()
	if err != nil {
		return nil, err
	}
	files := make(Sources)
	for name, text := range texts {
		formatted, err := goformat.Source([]byte(text))
		if err != nil {
			return nil, fmt.Errorf("generating %s for %s: %w\n%s", name, l.Name, err, text)
		}
		files[name] = formatted
	}
	if err := errors.Join(files.copy("drive", drive.Sources), files.copy("timing", timing.Sources)); err != nil {
		return nil, err
	}
	goVersion := cmp.Or(l.Go, "1.24")
	if l.Module == ownModule {
		if goVersion, err = files.addOwn(l); err != nil {
			return nil, err
		}
	}
	files["go.mod"] = []byte(l.module(goVersion))
	if l.Module != "" && l.Module != ownModule {
		files["go.sum"] = []byte(checksums)
	}
	return files, nil
}

// copy adds the files of a package, without its tests and the file that embeds them all.
func (s Sources) copy(folder string, from embed.FS) error {
	entries, err := from.ReadDir(".")
	for _, e := range entries {
		if e.Name() == "source.go" || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		text, err := from.ReadFile(e.Name())
		if err != nil {
			return err
		}
		s[path.Join(folder, e.Name())] = bytes.ReplaceAll(text, []byte(host.ModulePath+"/internal/timing"), []byte(moduleName+"/timing"))
	}
	return err
}

// An Unsupported error is the reason why a library cannot have a world.
type Unsupported struct{ Reason string }

func (e *Unsupported) Error() string { return e.Reason }

// supports compares the program with the limits of the library.
func (l Library) supports(w *format.World, p *Data) error {
	if len(p.Late) > 0 && l.Missing.Late != "" {
		return &Unsupported{"component types cannot be defined late: " + l.Missing.Late}
	}
	if reason := p.Lacks(); reason != "" {
		return &Unsupported{reason}
	}
	if n := p.Types(); l.Types > 0 && n > l.Types {
		return &Unsupported{fmt.Sprintf("has at most %d component types, and the world has %d", l.Types, n)}
	}
	if n := sets(w); l.Sets > 0 && n > l.Sets {
		return &Unsupported{fmt.Sprintf("has at most %d archetypes, and the world begins with %d", l.Sets, n)}
	}
	if n := p.Queries(); l.Queries > 0 && n > l.Queries {
		return &Unsupported{fmt.Sprintf("has at most %d queries, which stay for ever, and the program has %d", l.Queries, n)}
	}
	if l.Queries > 0 && slices.ContainsFunc(p.Systems, func(s *Step) bool { return s.Once }) {
		return &Unsupported{fmt.Sprintf("has at most %d queries, which stay for ever, and the program makes one for each loop", l.Queries)}
	}
	if s := p.Parallel(); s != nil && l.Processors && s.Workers != runtime.NumCPU() {
		return &Unsupported{fmt.Sprintf("runs on as many goroutines as the machine has processors: %d, not %d", runtime.NumCPU(), s.Workers)}
	}
	for _, s := range p.Steps {
		what := "change"
		if s.Op == drive.System {
			what = "system"
		}
		for _, list := range [][]*Component{s.Required, s.Add, s.Drop} {
			if l.Most > 0 && len(list) > l.Most {
				return &Unsupported{fmt.Sprintf("%s %s has %d components, and the functions of %s take at most %d", what, s.Name, len(list), l.Name, l.Most)}
			}
		}
	}
	return nil
}

// sets returns the number of sets of components that entities begin with.
func sets(w *format.World) (n int) {
	for kind, k := range w.Spec.Kinds {
		choices := len(k.Some)
		for _, s := range w.Spec.Steps {
			if s.Bit > 0 && s.Kinds>>kind&1 != 0 {
				choices++
			}
		}
		n += min(1<<choices, max(1, k.Count))
	}
	return n
}

// moduleName is the module of generated programs.
const moduleName = "world"

func (l Library) module(goVersion string) string {
	text := "module " + moduleName + "\n\ngo " + goVersion + "\n"
	if l.Module != "" && l.Module != ownModule {
		text += fmt.Sprintf("\nrequire %s %s\n", l.Module, l.Version)
		if l.Folder != "" {
			text += fmt.Sprintf("\nreplace %s => %s\n", l.Module, modfile.AutoQuote(l.Folder))
		}
	}
	for _, need := range l.Needs {
		text += "\nrequire " + need + " // indirect\n"
	}
	return text
}

// Sum identifies the source.
func (s Sources) Sum() string {
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(s)) {
		fmt.Fprintf(h, "%s %d\n", name, len(s[name]))
		h.Write(s[name])
	}
	return fmt.Sprintf("%x", h.Sum(nil))[:24]
}

// Write writes the files below a folder.
func (s Sources) Write(folder string) error {
	for name, text := range s {
		file := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(file, text, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// An Emission is the programs to write, by folder.
type Emission struct {
	programs map[string]Sources
	lacking  []error
}

// Has reports whether there is a program for the folder.
func (e *Emission) Has(folder string) bool { return e.programs[folder] != nil }

// Add adds what Standalone returned for a case. A case that the library does not support is left out.
func (e *Emission) Add(folder, of string, source Sources, err error) error {
	if err != nil {
		err = fmt.Errorf("--emit: %s: %w", of, err)
		if _, cannot := errors.AsType[*Unsupported](err); cannot {
			e.lacking = append(e.lacking, err)
			return nil
		}
		return err
	}
	if e.programs == nil {
		e.programs = make(map[string]Sources)
	}
	e.programs[folder] = source
	return nil
}

// Write writes the programs to their folders, which must not exist yet: all or none. It returns
// the folders, and calls say for each case that is left out.
func (e *Emission) Write(say func(error)) (folders []string, err error) {
	if len(e.programs) == 0 {
		return nil, errors.Join(e.lacking...)
	}
	folders = slices.Sorted(maps.Keys(e.programs))
	for _, folder := range folders {
		if _, err := os.Stat(folder); err == nil {
			return nil, fmt.Errorf("--emit: %s exists: name another folder, or remove it", folder)
		}
	}
	for _, folder := range folders {
		if err := e.programs[folder].Write(folder); err != nil {
			return nil, fmt.Errorf("--emit: %w", err)
		}
	}
	for _, err := range e.lacking {
		say(err)
	}
	return folders, nil
}
