package ab

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/engine"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/sys/outdir"
	"github.com/ecsbench/ecsbench/results"
)

// A Session runs a new or an interrupted experiment in a folder.
type Session struct {
	Dir string // of the results; "" for a calibration, which keeps none

	beginning // of a new experiment: only the options

	// Of an interrupted experiment.
	entries []entry
	lock    *outdir.Lock
}

// A Request is the request of the caller and its folder, which must be the same on resumption.
type Request struct {
	Folder string          `json:"folder"`
	Asked  json.RawMessage `json:"asked"`
}

// NewRequest returns a request in the current folder.
func NewRequest(asked any) (r Request, err error) {
	if r.Folder, err = os.Getwd(); err == nil {
		r.Asked, err = json.Marshal(asked)
	}
	return r, err
}

// Repeat sets the earlier request. It returns an error in another folder.
func (r Request) Repeat(asked any) error {
	if folder, err := os.Getwd(); err != nil || folder != r.Folder {
		return fmt.Errorf("it was started in %s: resume it there", display.Escape(r.Folder))
	}
	if err := json.Unmarshal(r.Asked, asked); err != nil {
		return fmt.Errorf("its request cannot be read: %w", err)
	}
	return nil
}

// FolderFor is the default folder for results: a temporary one.
func FolderFor(kind string, started time.Time) string {
	return filepath.Join(os.TempDir(), kind+started.Format("20060102-150405.000"))
}

// Begin returns a session with a new experiment, in a temporary folder if dir is "". asked is
// stored for [Continue]. The seed 0 selects a random one.
func Begin(o Options, dir string, asked any) (*Session, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	if dir != "" { // before building
		if err := checkUnused(dir); err != nil {
			return nil, err
		}
	}
	o.Seed = cmp.Or(o.Seed, DrawSeed())
	var err error
	o.Request, err = NewRequest(asked)
	if !o.Calibrate {
		dir = cmp.Or(dir, FolderFor("ecsbench-", o.Started))
	}
	return &Session{Dir: dir, beginning: beginning{Options: o}}, err
}

// DrawSeed returns a seed that is short enough to type.
func DrawSeed() uint64 { return uint64(rand.Uint32()) }

// Continue returns a session that resumes the experiment in a folder, and sets the earlier
// request. The experiment is locked until [Session.Run] or [Session.Close] returns.
func Continue(dir string, asked any) (*Session, error) {
	s, err := load(dir)
	if err != nil {
		return nil, err
	}
	if err := s.Options.Request.Repeat(asked); err != nil {
		s.Close()
		return nil, fmt.Errorf("resuming %s: %w", dir, err)
	}
	return s, nil
}

// Close releases the lock of the experiment.
func (s *Session) Close() error { return s.lock.Release() }

// Open opens a source.
type Open func(context.Context) (Source, error)

// Run opens the source, measures its cases and judges head. If ctx ends first, the files stay, and the
// error is a [results.InterruptedError] with the folder, if it has anything to resume.
//
// If building takes too long, the verdict is inconclusive. An experiment without sufficient budget is
// not started: its verdict is inconclusive and states the required budget.
func (s *Session) Run(ctx context.Context, open Open) (v *verdict.Verdict, err error) {
	defer func() {
		if err == nil || ctx.Err() == nil {
			return
		}
		interrupted := &results.InterruptedError{}
		if IsBegun(s.Dir) {
			interrupted.Path = s.Dir
		}
		v, err = nil, interrupted
	}()
	src, err := s.Options.open(ctx, open)
	if late, is := errors.AsType[*engine.BuildTimeoutError](err); is {
		return s.Options.unbuilt(late), nil
	}
	if err != nil {
		return nil, err
	}
	defer src.Close()
	e, p := &experiment{Meter: NewMeter(ctx, src, s.Options)}, preparation{measure: true}
	if len(s.entries) > 0 {
		err = e.resume(s)
	} else {
		p, err = e.begin(s.Dir)
	}
	if err != nil {
		return nil, err
	}
	defer func() { err = cmp.Or(err, e.record.close()) }()
	if !p.measure {
		return e.finish(e.unmeasured(p))
	}
	j, err := e.measure()
	if err != nil {
		return nil, err
	}
	return e.finish(j)
}

// Compare runs a new experiment.
func Compare(ctx context.Context, open Open, o Options, dir string) (*verdict.Verdict, error) {
	return (&Session{Dir: dir, beginning: beginning{Options: o}}).Run(ctx, open)
}

// open builds a source. The budget begins afterwards.
func (o *Options) open(ctx context.Context, open Open) (src Source, err error) {
	_, err = engine.Build(ctx, o.BuildTimeout, func(ctx context.Context) (err error) {
		src, err = open(ctx)
		return err
	})
	o.Started = time.Now()
	return src, err
}

// Reported returns an [Open] that reports what is built, and the time that this took.
func Reported(what string, say func(string), progress Progress, open func(context.Context, Progress) (Source, error)) Open {
	return func(ctx context.Context) (Source, error) {
		var begun time.Time // zero if nothing is built
		src, err := open(ctx, func(stage string, done, total int, left time.Duration) {
			if begun.IsZero() {
				begun = time.Now()
				say("building " + what)
			}
			progress(stage, done, total, left)
		})
		if err == nil && !begun.IsZero() {
			say(Built(what, time.Since(begun)))
		}
		return src, err
	}
}

// Built is a line about the time of building.
func Built(what string, took time.Duration) string {
	return fmt.Sprintf("built %s in %v", what, took.Round(100*time.Millisecond))
}
