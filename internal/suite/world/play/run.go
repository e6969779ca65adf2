package play

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/suite/world/drive"
	"github.com/ecsbench/ecsbench/internal/sys/child"
)

// A Failure is the reason why a library has no number.
type Failure struct {
	Reason string
	Late   bool // the budget was too short
	Wrong  bool // the state differs from that of the reference
	slow   bool // not finished in time
}

func (f *Failure) Error() string { return f.Reason }

// Run runs the first layout once in a separate process. A failure of the program is a [Failure].
func (p Program) Run(ctx context.Context, spec *drive.Spec, limit time.Duration, flags ...string) (*drive.Result, error) {
	input, err := json.Marshal(spec)
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(p.Paths[0], flags...)
	cmd.Env, cmd.Stdin = p.Environment, bytes.NewReader(input)
	if p.Environment == nil {
		cmd.Env = child.Environment()
	}
	var usage child.Usage
	stdout, stderr, err := child.Run(ctx, cmd, child.Limits{Time: limit, Output: 256 << 20, Usage: &usage})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if errors.Is(err, child.ErrTime) {
		return nil, &Failure{Reason: fmt.Sprintf("%s not finished after %v", display.CountAre(spec.Warmup+spec.Frames, "frame"), limit.Round(time.Millisecond)), slow: true}
	}
	if err != nil {
		printed, _, _ := strings.Cut(strings.TrimSpace(string(stderr)), "\n")
		return nil, &Failure{Reason: fmt.Sprintf("the program ended with %v%s: %s", err, within(stderr), printed)}
	}
	var r drive.Result
	if err := json.Unmarshal(stdout, &r); err != nil {
		return nil, &Failure{Reason: fmt.Sprintf("the program printed no result: %v", err)}
	}
	if r.Panic != "" {
		return nil, &Failure{Reason: fmt.Sprintf("panics in frame %d, step %q: %s", r.PanicFrame, r.PanicStep, strings.Join(strings.Fields(r.Panic), " "))}
	}
	r.CPU = usage.CPU.Seconds()
	return &r, nil
}

var gameFunction = regexp.MustCompile(`main\.\(\*game\)\.(\w+)\(`)

// within returns the function of the game in the stack of a fatal error, after which no code of
// the program runs.
func within(stderr []byte) string {
	if m := gameFunction.FindSubmatch(stderr); m != nil {
		return " in " + string(m[1])
	}
	return ""
}
