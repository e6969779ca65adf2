package cmd

import (
	"strings"
	"testing"
)

// A world is a check: a missed threshold is exit code 1, a library that keeps all is 0.
func TestWorldRunKeepsThresholds(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := `
name: tiny
frames: 60
entities: 200
components: {Position: 8, Velocity: 8}
kinds: {thing: {share: 100%, has: [Position, Velocity]}}
systems: [{name: move, write: [Position], read: [Velocity]}]
thresholds: {p99: LIMIT}
`
	run := []string{"world", "run", "tiny.yaml", "--library", "ecs", "--skip", "variants,capacity", "--samples", "1", "--quiet"}
	for _, test := range []struct {
		limit, text string
		code        ExitCode
	}{{"1m", "use ecs", ExitOK}, {"1ns", "1 threshold missed; the first: ecs: p99 is", ExitRegression}} {
		write(t, dir, "tiny.yaml", strings.Replace(text, "LIMIT", test.limit, 1))
		expect(t, dir, test.code, []string{test.text, "the command took", "generate and build"}, run...)
	}
}
