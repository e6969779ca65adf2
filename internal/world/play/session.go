package play

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/internal/world/drive"
	"github.com/ecsbench/ecsbench/internal/world/format"
)

// A Case is a library and what was measured of it.
type Case struct {
	Program
	Results  []*drive.Result // of the world as it is
	Failure  string          // why there are none, or no more
	Cannot   bool            // the library cannot have this world, which is the failure
	Variants [][]*drive.Result
	Capacity *Capacity
}

// fail keeps the first reason.
func (c *Case) fail(reason string) {
	if c.Failure == "" {
		c.Failure = reason
	}
}

// A Budget is how long each stage may take, 0 for no limit. A stage has at least one
// round, and ends before a round that would exceed its budget.
type Budget struct{ Frames, Variant, Capacity time.Duration }

// spent reports whether another round would exceed a budget.
func spent(budget time.Duration, began time.Time, rounds int) bool {
	took := time.Since(began)
	return budget > 0 && rounds > 0 && took+took/time.Duration(rounds) > budget
}

// A Session measures a world on several libraries.
type Session struct {
	Cases   []*Case
	Limit   time.Duration // of one process
	Seed    uint64        // of the order of processes
	Samples int           // processes per library
	Budget  Budget
	// Observer is told after each process; it may be nil.
	Observer func(stage string, done, total int)
	// Record is given each result that counts; it may be nil.
	Record func(stage string, c *Case, r *drive.Result) error
	// Verifying is the time of the reference's runs.
	Verifying time.Duration

	World     *format.World
	Spec      drive.Spec // with the iterations of work for this machine
	reference Program
	random    *rand.Rand
	expected  map[string]*drive.Result // of the reference, by what was run
}

// NewSession begins a session with built programs, the reference among them.
func NewSession(w *format.World, programs []Program) *Session {
	s := &Session{World: w, Limit: time.Minute, Seed: 1, Samples: 6, expected: make(map[string]*drive.Result)}
	s.Spec = w.Spec
	s.Spec.Steps = slices.Clone(w.Spec.Steps)
	per := drive.NanosecondsPerIteration()
	for i, work := range w.Work {
		if work > 0 {
			s.Spec.Steps[i].Work = max(1, int(float64(work)/per+0.5))
		}
	}
	for _, p := range programs {
		if p.Library.Module == "" && p.Library.Name == "reference" {
			s.reference = p
			continue
		}
		c := &Case{Program: p}
		if p.Err != nil {
			c.Failure = p.Err.Error()
			c.Cannot = errors.As(p.Err, new(*Unsupported))
		}
		s.Cases = append(s.Cases, c)
	}
	return s
}

// A Variant is the world with something changed.
type Variant struct {
	Name string
	Spec func(drive.Spec) drive.Spec
}

// Variants show what would change the order of libraries.
var Variants = []Variant{
	{"twice the entities", func(s drive.Spec) drive.Spec {
		return s.Scaled(2).WithRates(0.5, drive.Spawn, drive.Destroy, drive.Change, drive.Set, drive.Lookup, drive.Attach, drive.Detach)
	}},
	{"twice the changes", func(s drive.Spec) drive.Spec {
		return s.WithRates(2, drive.Spawn, drive.Destroy, drive.Change, drive.Set, drive.Attach, drive.Detach)
	}},
	{"half the look-ups", func(s drive.Spec) drive.Spec { return s.WithRates(0.5, drive.Lookup) }},
}

// Used reports whether a variant differs from the world.
func (s *Session) Used(v Variant) bool {
	if v.Name != "half the look-ups" {
		return true
	}
	return slices.ContainsFunc(s.Spec.Steps, func(s drive.Step) bool { return s.Op == drive.Lookup })
}

// Measure measures the world as it is.
func (s *Session) Measure(ctx context.Context) error {
	return s.rounds(ctx, "frames", s.Samples, s.Budget.Frames, s.Spec, func(c *Case) *[]*drive.Result { return &c.Results })
}

// Vary measures the variants, a third as often.
func (s *Session) Vary(ctx context.Context) error {
	for i, v := range Variants {
		for _, c := range s.Cases {
			c.Variants = append(c.Variants, nil)
		}
		if !s.Used(v) {
			continue
		}
		if err := s.rounds(ctx, v.Name, max(1, s.Samples/3), s.Budget.Variant, v.Spec(s.Spec), func(c *Case) *[]*drive.Result { return &c.Variants[i] }); err != nil {
			return err
		}
	}
	return nil
}

// rounds runs every library once per round, in random order. It ends early if another
// round would exceed the budget.
func (s *Session) rounds(ctx context.Context, stage string, rounds int, budget time.Duration, spec drive.Spec, to func(*Case) *[]*drive.Result) error {
	if s.random == nil {
		s.random = rand.New(rand.NewPCG(s.Seed, 1))
	}
	want, err := s.reach(ctx, spec)
	if err != nil {
		return err
	}
	total, done := rounds*len(s.Cases), 0
	began := time.Now()
	for round := range rounds {
		if spent(budget, began, round) {
			return nil
		}
		for _, i := range s.random.Perm(len(s.Cases)) {
			c := s.Cases[i]
			if s.Observer != nil {
				s.Observer(stage, done, total)
			}
			done++
			if c.Failure != "" {
				continue
			}
			r, err := s.verified(ctx, c, spec, want)
			if err != nil {
				return err
			}
			if r == nil {
				continue
			}
			list := to(c)
			*list = append(*list, r)
			if s.Record != nil {
				if err := s.Record(stage, c, r); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// reach returns what the reference reaches.
func (s *Session) reach(ctx context.Context, spec drive.Spec) (*drive.Result, error) {
	key := fmt.Sprint(spec)
	if r, known := s.expected[key]; known {
		return r, nil
	}
	if s.reference.Err != nil {
		return nil, s.reference.Err
	}
	began := time.Now()
	r, err := s.reference.Run(ctx, &spec, s.Limit)
	s.Verifying += time.Since(began)
	if err != nil {
		return nil, fmt.Errorf("the reference, which all libraries are compared with: %w", err)
	}
	s.expected[key] = r
	return r, nil
}

// Verified runs a program on a world of the session with other numbers of frames. The
// error is a [Failure] if the state is not that of the reference.
func (s *Session) Verified(ctx context.Context, p Program, spec drive.Spec) (*drive.Result, error) {
	plain := spec
	plain.Extra = 0
	want, err := s.reach(ctx, plain)
	if err != nil {
		return nil, err
	}
	c := &Case{Program: p}
	r, err := s.verified(ctx, c, spec, want)
	if err == nil && r == nil {
		err = &Failure{c.Failure}
	}
	return r, err
}

// verified runs a program and returns its result if it has reached the state of the
// reference. Otherwise the case has failed and the result is nil.
func (s *Session) verified(ctx context.Context, c *Case, spec drive.Spec, want *drive.Result) (*drive.Result, error) {
	r, err := c.Run(ctx, &spec, s.Limit)
	failure := (*Failure)(nil)
	switch {
	case errors.As(err, &failure):
		c.fail(failure.Reason)
		return nil, nil
	case err != nil:
		return nil, err
	}
	if reason := s.wrong(ctx, c, spec, r, want); reason != "" {
		c.fail(reason)
		return nil, nil
	}
	return r, nil
}

// wrong names an entity whose state is not that of the reference, "" if there is none.
func (s *Session) wrong(ctx context.Context, c *Case, spec drive.Spec, got, want *drive.Result) string {
	if got.State == want.State && got.Entities == want.Entities {
		return ""
	}
	summary := fmt.Sprintf("wrong state after %d frames: %d entities, want %d", spec.Warmup+spec.Frames, got.Entities, want.Entities)
	a, errA := c.Run(ctx, &spec, s.Limit, "-dump")
	b, errB := s.reference.Run(ctx, &spec, s.Limit, "-dump")
	if errA != nil || errB != nil || len(a.Dump) != len(b.Dump) {
		return summary
	}
	wrong, example := 0, uint64(0)
	for i := 0; i+1 < len(a.Dump); i += 2 {
		if a.Dump[i+1] != b.Dump[i+1] {
			if wrong == 0 {
				example = a.Dump[i]
			}
			wrong++
		}
	}
	if wrong == 0 {
		return summary + "; all entities are right, and what was read is not"
	}
	return fmt.Sprintf("%s; %d of %d entities differ from the reference, such as the one that was spawned as number %d", summary, wrong, len(a.Dump)/2, example)
}
