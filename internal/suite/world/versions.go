package world

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/aclements/go-moremath/stats"
	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/perf/gobench"
	"github.com/ecsbench/ecsbench/internal/perf/snapshot"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/internal/suite/world/drive"
	"github.com/ecsbench/ecsbench/internal/suite/world/format"
	"github.com/ecsbench/ecsbench/internal/suite/world/play"
	"github.com/ecsbench/ecsbench/internal/sys/child"
	"github.com/ecsbench/ecsbench/internal/sys/host"
	"github.com/ecsbench/ecsbench/results"
)

// longestProcess limits one process.
const longestProcess = 2 * time.Minute

// Versions are the programs of a world on two versions of a library.
type Versions struct {
	*gobench.ProgramPair
	session *play.Experiment
	c       ab.CaseID
	sides   [2]play.Library
	world   *format.World
	build   play.Build
	layouts [2][]string // programs that differ in the order of their functions, by side
	perPass float64     // nanoseconds of a pass of the measured steps
}

var sidePattern = display.Pattern(`^([a-z]+)(?:@(\S+)|=(.+))?$`)

// library parses a side: NAME for the version that world run measures, NAME@VERSION, NAME=FOLDER or
// NAME@REVISION. A revision is one of the module in the folder dir.
func (s *Versions) library(ctx context.Context, of ab.Side, text, dir string) (l play.Library, err error) {
	m := sidePattern().FindStringSubmatch(text)
	var found []play.Library
	if m != nil {
		found, err = play.Named(m[1])
	}
	if m == nil || m[0] == m[1] && err != nil {
		return l, fmt.Errorf("%s: a world is compared on two versions of a library, such as ark@v0.8.0 or ark=../ark, or on the versions that your module requires in two revisions, such as ark@main", text)
	}
	if err != nil {
		return l, fmt.Errorf("%s: %w", text, err)
	}
	l = found[0]
	switch {
	case m[0] == m[1]:
	case semver.IsValid(m[2]):
		if err := module.Check(l.Module, m[2]); err != nil {
			return l, fmt.Errorf("%s: %w", text, err)
		}
		if module.CanonicalVersion(m[2]) != m[2] {
			return l, fmt.Errorf("%s: a version is written in full, such as v1.2.0", text)
		}
		l.Version = m[2]
	case m[2] != "":
		return s.ofRevision(ctx, of, l, m[2], dir)
	default:
		if l, err = l.In(m[3]); err != nil {
			return l, err
		}
	}
	s.SetLabel(of, l.String())
	return l, nil
}

// ofRevision returns the library in a revision of the module in the folder dir: the module
// itself, or the version that its go.mod requires or replaces it by.
func (s *Versions) ofRevision(ctx context.Context, of ab.Side, l play.Library, name, dir string) (_ play.Library, err error) {
	folder, revision, err := s.Export(ctx, of, dir, name)
	if err != nil {
		return l, err
	}
	for above := range host.FoldersAbove(folder) { // as the go command finds the module
		if host.ModuleOf(above) != "" {
			folder = above
			break
		}
	}
	file := filepath.Join(folder, "go.mod")
	text, err := os.ReadFile(file)
	if err != nil {
		return l, fmt.Errorf("%s has no module in this folder: %w", revision, err)
	}
	mod, err := modfile.Parse(file, text, nil)
	if err != nil {
		return l, fmt.Errorf("%s: %w", revision, err)
	}
	if within, found := l.Within(modfile.ModulePath(text)); found {
		l.Folder = filepath.Join(folder, within)
		s.SetLabel(of, fmt.Sprintf("%s of %s", l.Module, revision))
		return l, nil
	}
	required := lists.First(mod.Require, func(r *modfile.Require) bool { return r.Mod.Path == l.Module })
	if required == nil {
		return l, fmt.Errorf("go.mod of %s does not require %s", revision, l.Module)
	}
	l.Version = required.Mod.Version
	s.SetLabel(of, fmt.Sprintf("%s %s of %s", l.Module, l.Version, revision))
	for _, r := range mod.Replace {
		switch {
		case r.Old.Path != l.Module || r.Old.Version != "" && r.Old.Version != l.Version:
		case r.New.Version == "" && filepath.IsAbs(r.New.Path):
			l.Folder = r.New.Path
		case r.New.Version == "":
			l.Folder = filepath.Join(folder, r.New.Path)
		case r.New.Path == l.Module:
			l.Version = r.New.Version
		default:
			return l, fmt.Errorf("go.mod of %s puts %s in the place of %s: give its folder, %s=FOLDER", revision, r.New.Path, l.Module, l.Name)
		}
	}
	return l, nil
}

// OpenVersions builds both programs. Close must be called.
func OpenVersions(ctx context.Context, base, head string, variants [2]child.Variant, w *format.World, progress ab.Progress) (_ *Versions, err error) {
	if w.Spec.Quantity != "" {
		return nil, fmt.Errorf("world %s measures %s, and ab compares times", w.Spec.Name, w.Spec.Quantity)
	}
	environment := host.Environment()
	pair, err := gobench.NewProgramPair(ctx, gobench.PairConfig{
		Name: "world", Variants: variants, Unit: func() float64 { return 1e-9 * drive.NanosecondsPerIteration() },
		Header: [][2]string{{"world", w.Spec.Name}, {"goos", environment.OS}, {"goarch", environment.Arch}, {"cpu", environment.CPU}},
	})
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			pair.Close()
		}
	}()
	s := &Versions{ProgramPair: pair}
	for i, text := range []string{base, head} {
		if s.sides[i], err = s.library(ctx, ab.Side(i), text, "."); err != nil {
			return nil, err
		}
		s.sides[i].With = s.Setup(ab.Side(i))
	}
	if s.sides[0].Name != s.sides[1].Name {
		return nil, fmt.Errorf("%s and %s are different libraries, which world run compares: ecsbench world run FILE --library %s,%s", base, head, s.sides[0].Name, s.sides[1].Name)
	}
	s.world = w
	if s.build.Folder, err = play.CacheFolder(); err != nil {
		return nil, err
	}
	if s.build.Linker, err = s.Alignment(ctx); err != nil {
		return nil, err
	}
	progress("building", 0, len(s.sides), 0)
	programs, err := s.build.All(ctx, w, []play.Library{s.sides[0], s.sides[1], play.Reference})
	if err != nil {
		return nil, err
	}
	for i, p := range programs {
		if p.Err != nil {
			return nil, p.Err
		}
		if i == len(programs)-1 {
			break
		}
		code, err := os.ReadFile(p.Paths[0])
		if err != nil {
			return nil, err
		}
		if err = s.Put(ab.Side(i), code); err != nil {
			return nil, err
		}
	}
	s.session = play.NewExperiment(w, programs)
	s.session.Limit = longestProcess
	s.c = ab.CaseID{Name: "World/world=" + w.Spec.Name + "/impl=" + s.sides[0].Name}
	return s, nil
}

// Inventory implements [ab.Source]: the frame is the only case.
func (s *Versions) Inventory(ctx context.Context, _ time.Duration) (*ab.Inventory, error) {
	inv := &ab.Inventory{}
	for _, side := range []ab.Side{ab.Base, ab.Head} {
		if _, err := s.Run(ctx, ab.Trial{Case: s.c, Side: side, Operations: 10, Blocks: 1}); err != nil {
			if ctx.Err() != nil {
				return nil, err
			}
			inv.Failed = append(inv.Failed, ab.FailedCase{Case: s.c, Side: side.String(), Reason: err.Error()})
		}
	}
	if len(inv.Failed) == 0 {
		inv.Common = []ab.CaseID{s.c}
	}
	return inv, nil
}

// Run implements [ab.Source]: an operation is a frame, or a pass of the measured steps.
func (s *Versions) Run(ctx context.Context, t ab.Trial) (blocks []ab.Block, err error) {
	spec := s.session.Spec
	if t.Side == ab.Injected {
		spec.Extra = int(s.Units(t))
	}
	program := play.Program{Library: s.sides[0], Paths: []string{s.Program(t.Side).Path}, Environment: s.Environment(t.Side)}
	if spec.Measured() {
		for range t.Blocks {
			block, err := s.sample(ctx, t, program, spec)
			if err != nil {
				return nil, err
			}
			blocks = append(blocks, block)
		}
		return blocks, nil
	}
	spec.Frames = t.Operations * t.Blocks
	r, err := s.session.Verified(ctx, program, spec)
	if err != nil {
		return nil, err
	}
	lengths := make([]float64, len(r.Frames)) // in seconds
	for i, ns := range r.Frames {
		lengths[i] = 1e-9 * max(float64(ns), -float64(ns))
	}
	ordered := stats.Sample{Xs: lengths}.Copy().Sort()
	for i := range t.Blocks {
		block := ab.Block{
			"sec/op": stats.Mean(lengths[i*t.Operations : (i+1)*t.Operations]), "B/op": r.Bytes, "allocs/op": r.Allocs,
			"p99-sec/frame": ordered.Quantile(0.99), "p99.9-sec/frame": ordered.Quantile(0.999),
			results.UnitGC: r.GC, results.UnitPeak: float64(r.Peak),
		}
		block.AddUsage(t, 0, r.CPU)
		if r.Peak == 0 {
			delete(block, results.UnitPeak) // unknown here
		}
		delete(block, results.UnitSyscall)
		blocks = append(blocks, block)
	}
	return blocks, nil
}

// sample times the measured steps for as long as the trial's operations take. Its quiet batch
// counts, see [timing.Take].
func (s *Versions) sample(ctx context.Context, t ab.Trial, program play.Program, spec drive.Spec) (ab.Block, error) {
	spec.MinTime = max(int64(measure.DefaultMinTime/10), int64(float64(t.Operations)*s.perPass))
	r, err := s.session.Verified(ctx, program, spec)
	if err != nil {
		return nil, err
	}
	if s.perPass == 0 {
		s.perPass = r.Sample.Time
	}
	block := ab.Block{"sec/op": 1e-9 * r.Sample.Time, "B/op": r.Sample.Bytes, "allocs/op": r.Sample.Allocs}
	if r.Sample.Clock > 0 {
		block[results.UnitClock] = r.Sample.Clock
	}
	if r.Sample.Probe > 0 {
		block[results.UnitProbe] = r.Sample.Probe
	}
	return block, nil
}

// PoolsTails implements [ab.Pooler]: quantiles are of all frames of a process.
func (*Versions) PoolsTails() bool { return true }

// layouts is the number of orders of functions among which Shuffle chooses.
const layouts = 10

// Shuffle implements [ab.Source]. The first call builds all orders, which are cached.
func (s *Versions) Shuffle(ctx context.Context, _ []ab.CaseID, rng *rand.Rand) error {
	if s.layouts[ab.Head] == nil {
		s.build.Layouts = layouts
		programs, err := s.build.All(ctx, s.world, s.sides[:])
		if err != nil {
			return err
		}
		for side, p := range programs {
			if p.Err != nil {
				return p.Err
			}
			s.layouts[side] = p.Paths
		}
	}
	for side, paths := range s.layouts {
		code, err := os.ReadFile(paths[rng.IntN(len(paths))])
		if err != nil {
			return err
		}
		if err := s.Put(ab.Side(side), code); err != nil {
			return err
		}
	}
	return nil
}

// CheckRevisions is [gobench.CheckRevisions]. If a side is a version of a library, the error names
// the command for it.
func CheckRevisions(ctx context.Context, sides ...string) error {
	err := gobench.CheckRevisions(ctx, sides...)
	if err != nil && slices.ContainsFunc(sides, isLibrary) {
		return fmt.Errorf("%s: versions of a library are compared by a question or a world: ecsbench ab --world iterate %[1]s", strings.Join(sides, " "))
	}
	return err
}

// isLibrary reports whether a side of a world names a library that exists.
func isLibrary(name string) bool {
	m := sidePattern().FindStringSubmatch(name)
	return m != nil && slices.Contains(play.Names(), m[1])
}

// CheckWorldRevisions is CheckRevisions for sides of a world, where the revision follows a
// library, such as ark@main.
func CheckWorldRevisions(ctx context.Context, sides ...string) error {
	for _, name := range sides {
		if m := sidePattern().FindStringSubmatch(name); m != nil && m[2] != "" && !semver.IsValid(m[2]) {
			if err := snapshot.Check(ctx, ".", m[2]); err != nil {
				return err
			}
		}
	}
	return nil
}
