package gobench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"

	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/perf/instructions"
	"github.com/ecsbench/ecsbench/internal/sys/child"
)

// Count implements [ab.Counter].
func (s *Source) Count(ctx context.Context, c ab.CaseID, side ab.Side, operations int) (*instructions.Counts, error) {
	return s.CountWith(ctx, c, side, operations)
}

// CountWith counts with options of cachegrind, such as --cache-sim=yes.
func (s *Source) CountWith(ctx context.Context, c ab.CaseID, side ab.Side, operations int, options ...string) (*instructions.Counts, error) {
	if side > ab.Head {
		return nil, fmt.Errorf("%s is not counted", side)
	}
	b, err := s.binary(c.Group, side)
	if err != nil {
		return nil, err
	}
	counts, err := instructions.Lengths(func(ctx context.Context, operations int) (*instructions.Counts, error) {
		return s.process(ctx, b, c.Name, operations, options...)
	})(ctx, operations)
	if err == nil {
		counts.Lines = s.Trees[side].BySource(counts.Lines)
		misses := make(map[instructions.SourceLine]instructions.References, len(counts.Misses))
		for line, r := range counts.Misses {
			instructions.AddTo(misses, s.Trees[side].Name(line), r, 1)
		}
		counts.Misses = misses
	}
	return counts, err
}

// Countable returns an error if a variable of a side has no effect on counts.
func (p *pair) Countable() error {
	for _, setup := range p.setups {
		for _, name := range []string{"GOGC", "GOMEMLIMIT", "GODEBUG", "GOMAXPROCS"} {
			if _, set := setup.Value(name); set {
				return fmt.Errorf("counts do not depend on %s: counted programs run on one thread and collect no garbage", name)
			}
		}
	}
	return nil
}

// process counts a whole process, again if a signal ended it.
func (s *Source) process(ctx context.Context, b binary, name string, operations int, options ...string) (counts *instructions.Counts, err error) {
	if err := s.Countable(); err != nil {
		return nil, err
	}
	v, err := instructions.FindValgrind(ctx)
	if err != nil {
		return nil, err
	}
	err = instructions.CountTwice(func() error {
		counts, err = s.processOnce(ctx, v, b, name, operations, options...)
		return err
	})
	return counts, err
}

func (s *Source) processOnce(ctx context.Context, v instructions.Valgrind, b binary, name string, operations int, options ...string) (*instructions.Counts, error) {
	found, err := os.MkdirTemp(s.root, "count-")
	if err != nil {
		return nil, fmt.Errorf("making room for counts: %w", err)
	}
	defer os.RemoveAll(found)
	cmd := exec.Command(v.Path, slices.Concat(instructions.Arguments(found, options...), []string{b.Whole}, oneBenchmark(name, operations))...)
	cmd.Dir = b.dir
	cmd.Env = append(s.environment(b.side), instructions.DeterministicEnvironment()...)
	stdout, stderr, err := child.Run(ctx, cmd, child.Limits{Output: maxOutput})
	crash := child.Crash(err, stderr)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case crash != nil:
		return nil, fmt.Errorf("under valgrind: %w", crash)
	case err != nil:
		return nil, fmt.Errorf("under valgrind: %w%s", err, hint(stdout, stderr))
	case panicLine(stderr) != "":
		return nil, fmt.Errorf("under valgrind: %s", panicLine(stderr))
	case !cameToItsEnd(stdout):
		return nil, errors.New("under valgrind the process ended before its benchmark did")
	}
	return instructions.Read(found)
}
