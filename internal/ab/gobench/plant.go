package gobench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"

	"github.com/ecsbench/ecsbench/internal/ab/source"
	"github.com/ecsbench/ecsbench/internal/child"
	"github.com/ecsbench/ecsbench/internal/measure/spin"
)

// plantVariable is the environment variable that tells a planted binary how
// many steps of work to add per iteration.
const plantVariable = "ECSBENCH_PLANT"

// plantedSource becomes a file of the standard library's testing package. Its
// loop is that of package spin, which cannot be imported from there.
const plantedSource = `package testing

import (
	"os"
	"strconv"
)

var (
	ecsbenchSteps, _ = strconv.ParseFloat(os.Getenv("` + plantVariable + `"), 64)
	ecsbenchSink     uint64
)

// ecsbenchPlant adds work to the timed part of a benchmark that has returned.
func ecsbenchPlant(b *B) {
	if ecsbenchSteps > 0 {
		b.StartTimer()
		ecsbenchSink += ecsbenchSpin(uint64(ecsbenchSteps * float64(b.N)))
	}
}

//go:noinline
func ecsbenchSpin(steps uint64) uint64 {
	x := steps | 1
	for ; steps > 0; steps-- {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
	}
	return x
}
`

// Plantable implements [source.Source]. As all sides are built with the changed
// testing package, base, its second copy and base with planted work are one
// program, which differs by what the environment says: functions that lie elsewhere
// can make some percent, which would be seen as planted work.
func (s *Source) Plantable(_ context.Context, cases []source.Case) error {
	if s.built {
		s.binaries[""][source.Plant] = s.binaries[""][source.Base]
		return nil
	}
	if len(cases) == 0 {
		return nil
	}
	for _, c := range cases {
		if b := s.binaries[c.Group]; b[source.Plant].File == nil {
			file, err := s.add(source.Plant, c.Group, b[source.Base].Code)
			if err != nil {
				return err
			}
			b[source.Plant] = binary{File: file, dir: b[source.Base].dir}
		}
	}
	s.step = spin.StepTime()
	return nil
}

// overlay is the flag that makes the go command see the changed testing package.
func (s *Source) overlay() string { return "-overlay=" + filepath.Join(s.root, overlayFile) }

const overlayFile = "overlay.json"

// writeOverlay writes the changed testing package.
func (s *Source) writeOverlay(ctx context.Context) error {
	root := s.root
	out, err := child.Go(ctx, s.module(source.Base), root, "env", "GOROOT")
	if err != nil {
		return err
	}
	original := filepath.Join(strings.TrimSpace(string(out)), "src", "testing", "benchmark.go")
	code, err := os.ReadFile(original)
	if err != nil {
		return err
	}
	changed, err := insertPlant(code)
	if err != nil {
		return fmt.Errorf("%s: %w", original, err)
	}
	added := filepath.Join(filepath.Dir(original), "ecsbench_plant.go")
	replace := map[string]string{
		original: filepath.Join(root, "benchmark.go"),
		added:    filepath.Join(root, "ecsbench_plant.go"),
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return err
	}
	return errors.Join(
		os.WriteFile(replace[original], changed, 0o666),
		os.WriteFile(replace[added], []byte(plantedSource), 0o666),
		os.WriteFile(filepath.Join(root, overlayFile), overlay, 0o666),
	)
}

// insertPlant adds a call after the one statement of runN that calls the
// benchmark function.
func insertPlant(source []byte) ([]byte, error) {
	fset := token.NewFileSet()
	parsed, err := parser.ParseFile(fset, "benchmark.go", source, 0)
	if err != nil {
		return nil, err
	}
	at := -1
	ast.Inspect(parsed, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		if f, ok := call.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "benchFunc" {
			at = fset.Position(call.End()).Offset
		}
		return true
	})
	if at < 0 {
		return nil, errors.New("this version of Go calls benchmark functions in an unknown way")
	}
	return append(append(append([]byte(nil), source[:at]...), "\n\tecsbenchPlant(b)"...), source[at:]...), nil
}
