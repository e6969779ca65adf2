package cmd

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/measure"
	"github.com/ecsbench/ecsbench/results"
)

// A progress prints the state of a measurement to standard error: a bar with the remaining time
// on a terminal, occasional plain lines elsewhere, and nothing if quiet.
type progress struct {
	w     io.Writer
	quiet bool
	bar   *progressbar.ProgressBar // nil unless on a terminal
	stage string
	share float64   // largest share of the stage so far
	last  time.Time // of the last plain line
}

const (
	barSteps     = 1000
	lineInterval = 10 * time.Second
)

func newProgress(w io.Writer, quiet bool) *progress {
	p := &progress{w: w, quiet: quiet}
	if !quiet && terminal(w) != nil {
		p.bar = progressbar.NewOptions(barSteps,
			progressbar.OptionSetWriter(w),
			progressbar.OptionSetWidth(20),
			progressbar.OptionSetPredictTime(false),
			progressbar.OptionSetElapsedTime(false),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionEnableColorCodes(coloured(w)),
			progressbar.OptionClearOnFinish(),
		)
	}
	return p
}

func (p *progress) line(line string) {
	if !p.quiet {
		p.always(line)
	}
}

// always prints one line, even if quiet.
func (p *progress) always(line string) {
	if p.bar != nil {
		_ = p.bar.Clear() // fails only if printing does
	}
	fmt.Fprintln(p.w, line)
}

func (p *progress) update(stage string, done, total int, left time.Duration) {
	text := fmt.Sprintf("%s: %d of %d", stage, done, total)
	if done > 0 && done < total {
		text += fmt.Sprintf(", %v left", left.Round(time.Second))
	}
	p.show(stage, text, float64(done)/float64(max(1, total)))
}

// show prints a text and the completed share of the stage, which never decreases.
func (p *progress) show(stage, text string, share float64) {
	begins := stage != p.stage
	if begins {
		p.stage, p.share = stage, 0
	}
	p.share = max(p.share, share)
	switch {
	case p.bar != nil:
		p.bar.Describe(text)
		_ = p.bar.Set(min(barSteps-1, int(p.share*barSteps)))
	case !p.quiet && (begins || time.Since(p.last) >= lineInterval):
		p.last = time.Now()
		fmt.Fprintln(p.w, text)
	}
}

// done removes the bar.
func (p *progress) done() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}

// Sampled is measure.Observer.Sampled.
func (p *progress) Sampled(s measure.Progress) {
	text := fmt.Sprintf("round %d, %d of %s done, %v left", s.Round+1, s.Cases-s.Open, display.Count(s.Cases, "case"), s.Remaining.Round(time.Second))
	p.show("run", text, float64(s.Elapsed)/float64(s.Elapsed+s.Remaining+1))
}

// Excepted is measure.Observer.Excepted.
func (p *progress) Excepted(kind string, e results.Exception) {
	p.always(fmt.Sprintf("%s: %s: %s", kind, e.Case, e.Reason))
}
