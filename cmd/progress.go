package cmd

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/results"
)

// A progress prints the state of a measurement to standard error: a bar with the remaining time
// on a terminal, occasional plain lines elsewhere, and nothing if quiet.
type progress struct {
	w        io.Writer
	quiet    bool
	terminal *os.File // nil unless there is one to draw the bar on
	drawn    int      // bytes of the bar
	stage    string
	share    float64   // largest share of the stage so far
	last     time.Time // of the last plain line or bar
}

const (
	barWidth     = 20
	barInterval  = 100 * time.Millisecond
	lineInterval = 10 * time.Second
)

func newProgress(cmd *cobra.Command) *progress {
	p := &progress{w: cmd.ErrOrStderr(), quiet: quiet(cmd)}
	if !p.quiet {
		p.terminal = terminal(p.w)
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
	p.done()
	fmt.Fprintln(p.w, line)
}

func (p *progress) update(stage string, done, total int, left time.Duration) {
	text := fmt.Sprintf("%s: %d of %d", stage, done, total)
	if done > 0 && done < total {
		text += fmt.Sprintf(", %v left", left.Round(time.Second))
	}
	p.show(stage, text, float64(done)/float64(max(1, total)))
}

// buildTimeoutFlag declares the flag for the time of building.
func buildTimeoutFlag(cmd *cobra.Command, limit *time.Duration) {
	cmd.Flags().DurationVar(limit, "build-timeout", 0, "limit of the time for building; 0 is no limit")
}

// show prints a text and the completed share of the stage, which never decreases.
func (p *progress) show(stage, text string, share float64) {
	begins := stage != p.stage
	if begins {
		p.stage, p.share = stage, 0
	}
	p.share = max(p.share, share)
	interval := lineInterval
	if p.terminal != nil {
		interval = barInterval
	}
	if p.quiet || !begins && time.Since(p.last) < interval {
		return
	}
	p.last = time.Now()
	if p.terminal != nil {
		p.draw(text)
	} else {
		fmt.Fprintln(p.w, text)
	}
}

// draw replaces the bar, in one line of the terminal.
func (p *progress) draw(text string) {
	full := int(min(1, p.share) * barWidth)
	bar := fmt.Sprintf("[%s%s] %s", strings.Repeat("=", full), strings.Repeat(" ", barWidth-full), text)
	if columns, _, err := term.GetSize(int(p.terminal.Fd())); err == nil {
		bar = bar[:min(len(bar), max(0, columns-1))]
	}
	p.done()
	p.drawn, _ = fmt.Fprint(p.terminal, bar)
}

// done removes the bar.
func (p *progress) done() {
	if p.drawn > 0 {
		fmt.Fprintf(p.terminal, "\r%*s\r", p.drawn, "")
		p.drawn = 0
	}
}

// Sampled is measure.Observer.Sampled.
func (p *progress) Sampled(s measure.RunState) {
	text := fmt.Sprintf("%s of %s, %d precise enough, %v left", display.Count(s.Samples, "sample"), display.Count(s.Cases, "case"), s.Cases-s.Open, s.Remaining.Round(time.Second))
	p.show("run", text, float64(s.Elapsed)/float64(s.Elapsed+s.Remaining+1))
}

// Excepted is measure.Observer.Excepted. Unsupported cases are in the result.
func (p *progress) Excepted(kind string, e results.Exception) {
	if kind == results.KindUnsupported {
		return
	}
	p.always(fmt.Sprintf("%s: %s: %s", kind, e.Case, e.Reason))
}
