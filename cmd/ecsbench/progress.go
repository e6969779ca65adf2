package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/ecsbench/ecsbench/measure"
	"github.com/ecsbench/ecsbench/results"
)

// A progress shows how a run gets on: a bar on a terminal, plain lines
// elsewhere, nothing but exceptions if quiet.
type progress struct {
	w     io.Writer
	bar   *progressbar.ProgressBar // nil without a terminal
	quiet bool
	next  time.Duration // when the next plain line is due
}

const barSteps = 1000

func newProgress(w io.Writer, quiet bool) *progress {
	p := &progress{w: w, quiet: quiet}
	if f, ok := w.(*os.File); ok && !quiet && term.IsTerminal(int(f.Fd())) {
		p.bar = progressbar.NewOptions(barSteps,
			progressbar.OptionSetWriter(w),
			progressbar.OptionSetWidth(20),
			progressbar.OptionSetPredictTime(false),
			progressbar.OptionSetElapsedTime(false),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionEnableColorCodes(os.Getenv("NO_COLOR") == ""),
			progressbar.OptionClearOnFinish(),
		)
	}
	return p
}

// Sampled is measure.Observer.Sampled.
func (p *progress) Sampled(s measure.Progress) {
	text := fmt.Sprintf("round %d, %d of %d cases done, %v left", s.Round+1, s.Cases-s.Open, s.Cases, s.Remaining.Round(time.Second))
	switch {
	case p.bar != nil:
		share := float64(s.Elapsed) / float64(s.Elapsed+s.Remaining+1)
		p.bar.Describe(text)
		_ = p.bar.Set(min(barSteps-1, int(share*barSteps)))
	case !p.quiet && s.Elapsed >= p.next:
		p.next = s.Elapsed + 10*time.Second
		fmt.Fprintln(p.w, text)
	}
}

// Excepted is measure.Observer.Excepted.
func (p *progress) Excepted(kind string, e results.Exception) {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
	fmt.Fprintf(p.w, "%s: %s: %s\n", kind, e.Case, e.Reason)
}

func (p *progress) finish() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}
