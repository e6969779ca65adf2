package gobench

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"

	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/sys/child"
)

// openBuilt uses two built test binaries. They run in the current folder, or Config.Dir.
//
// A built binary cannot work between its last iteration and the clock. Its injected slowdown is
// a share of additional iterations, and the time of a block is divided by the planned number.
// This is real work, but a weaker test: it detects a benchmark whose time does not depend on its
// iterations, and not one whose reading is scaled.
func openBuilt(ctx context.Context, c Config) (_ *Source, err error) {
	if len(c.Packages) > 0 {
		return nil, fmt.Errorf("%v: a built test binary has one package; name packages with revisions only", c.Packages)
	}
	dir, err := filepath.Abs(c.Dir)
	if err != nil {
		return nil, fmt.Errorf("finding the folder to run in: %w", err)
	}
	for side, v := range c.Variants {
		if v.Builds() {
			return nil, builtError(v, ab.Side(side))
		}
	}
	p, err := newPair(ctx, c.Variants)
	if err != nil {
		return nil, err
	}
	p.labels, p.built = [2]string{c.Base, c.Head}, true
	s := &Source{pair: p, config: c, procs: runtime.GOMAXPROCS(0), packages: []string{""}, binaries: map[string]*[4]binary{"": {}}}
	for side, name := range p.labels {
		code, err := os.ReadFile(name)
		if err == nil {
			var file *ProgramCopy
			file, err = s.Add(ab.Side(side), "0000.test", code)
			s.binaries[""][side] = binary{ProgramCopy: file, dir: dir}
		}
		if err != nil {
			s.Close()
			return nil, fmt.Errorf("taking the test binary %s: %w", name, err)
		}
	}
	return s, s.copyBase()
}

// builtError is that of a built side with settings for building.
func builtError(v child.Variant, side ab.Side) error {
	return fmt.Errorf("%s: %s is built already: give --%[2]s-env with variables that programs read, such as GOGC, or compare revisions", v, side)
}

// moreOperations returns the number of operations of the injected side of a built binary.
// It fails if whole operations cannot approximate the share.
func moreOperations(t ab.Trial) (int, error) {
	extra := math.Round(t.Share * float64(t.Operations))
	if math.Abs(extra-t.Share*float64(t.Operations)) > t.Share*float64(t.Operations)/4 {
		return 0, fmt.Errorf("%.0f%% of extra work cannot be injected in %d operations of a built binary; compare revisions instead", 100*t.Share, t.Operations)
	}
	return t.Operations + int(extra), nil
}
