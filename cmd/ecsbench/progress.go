package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// A progress tells people on standard error how far a measurement is: a bar
// with the time left on a terminal, otherwise a plain line now and then.
type progress struct {
	w     io.Writer
	quiet bool
	bar   *progressbar.ProgressBar // nil unless on a terminal
	stage string
	last  time.Time
}

func newProgress(w io.Writer, quiet bool) *progress {
	p := &progress{w: w, quiet: quiet}
	if f, ok := w.(*os.File); ok && !quiet && term.IsTerminal(int(f.Fd())) {
		p.bar = progressbar.NewOptions(1, progressbar.OptionSetWriter(w), progressbar.OptionClearOnFinish(),
			progressbar.OptionSetPredictTime(false), progressbar.OptionSetElapsedTime(false))
	}
	return p
}

// say prints one line.
func (p *progress) say(line string) {
	if !p.quiet {
		fmt.Fprintln(p.w, line)
	}
}

// update shows how much of a stage is done and how long it still takes.
func (p *progress) update(stage string, done, total int, left time.Duration) {
	if p.quiet {
		return
	}
	text := fmt.Sprintf("%s: %d of %d", stage, done, total)
	if done > 0 && done < total {
		text += fmt.Sprintf(", %v left", left.Round(time.Second))
	}
	if p.bar != nil {
		p.bar.ChangeMax(total)
		p.bar.Describe(text)
		_ = p.bar.Set(done) // only ever fails to print
		return
	}
	if stage == p.stage && time.Since(p.last) < 10*time.Second {
		return
	}
	p.stage, p.last = stage, time.Now()
	fmt.Fprintln(p.w, text)
}

// done removes the bar.
func (p *progress) done() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}
