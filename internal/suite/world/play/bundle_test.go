package play_test

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/suite/world/drive"
	"github.com/ecsbench/ecsbench/internal/suite/world/format"
	"github.com/ecsbench/ecsbench/internal/suite/world/play"
	"github.com/ecsbench/ecsbench/internal/sys/child"
)

// bundle builds one program with the games of several sources of a library, which is linked once,
// and returns it once for each of them. A game is a package, which the environment selects.
func bundle(t *testing.T, l play.Library, sources []play.Sources) (programs []play.Program) {
	t.Helper()
	all := make(play.Sources)
	var imports, cases strings.Builder
	for i, source := range sources {
		name := fmt.Sprintf("game%d", i)
		for file, text := range source {
			if path.Ext(file) == ".go" && path.Dir(file) == "." {
				text = bytes.Replace(text, []byte("\npackage main\n"), []byte("\npackage "+name+"\n"), 1)
				text = bytes.Replace(text, []byte("\nfunc main() {"), []byte("\nfunc Main() {"), 1)
				file = path.Join(name, file)
			}
			all[file] = text
		}
		fmt.Fprintf(&imports, "\t%q\n", "world/"+name)
		fmt.Fprintf(&cases, "\tcase %q:\n\t\t%s.Main()\n", name, name)
	}
	all["main.go"] = fmt.Appendf(nil, "package main\n\nimport (\n\t\"os\"\n\n%s)\n\nfunc main() {\n\tswitch os.Getenv(\"GAME\") {\n%s\t}\n}\n", &imports, &cases)
	folder := t.TempDir()
	fixture.Check(t, all.Write(folder))
	file := filepath.Join(folder, "bundle.exe")
	build(t, folder, file)
	for i := range sources {
		programs = append(programs, play.Program{Library: l, Paths: []string{file}, Environment: append(child.Environment(), fmt.Sprintf("GAME=game%d", i))})
	}
	return programs
}

// bundled returns a program of a library for each world. That of a world which the library cannot
// have has the error.
func bundled(t *testing.T, l play.Library, ws []*format.World) []play.Program {
	t.Helper()
	var sources []play.Sources
	programs := make([]play.Program, len(ws))
	for i, w := range ws {
		source, err := l.Sources(w)
		if programs[i] = (play.Program{Library: l, Err: err}); err == nil {
			sources = append(sources, source)
		} else if _, cannot := errors.AsType[*play.Unsupported](err); !cannot {
			t.Errorf("%s: %v", w.Spec.Name, err)
		}
	}
	built := bundle(t, l, sources)
	for i, p := range programs {
		if p.Err == nil {
			programs[i], built = built[0], built[1:]
		}
	}
	return programs
}

// sample takes a short sample of a program: three batches.
func sample(t *testing.T, s *play.Experiment, p play.Program) (*drive.Result, error) {
	t.Helper()
	spec := s.Spec
	spec.MinTime = 1
	return s.Verified(t.Context(), p, spec)
}
