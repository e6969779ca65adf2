package cmd

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWorldNew(t *testing.T) {
	dir := t.TempDir()
	expect(t, dir, ExitOK, []string{"mine.yaml"}, "world", "new", "mine")
	expect(t, dir, ExitUsage, []string{"mine.yaml exists"}, "world", "new", "mine")
	expect(t, dir, ExitUsage, []string{"want 1 to 40 letters"}, "world", "new", "not a name")
}

// A wrong world file gives one line with line, column and fix, and leaves nothing.
func TestWorldRunOfAWrongFile(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "wrong.yaml"), []byte("name: wrong\nkinds: {thing: {count: 3, has: [Positoin]}}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	c := expect(t, dir, ExitUsage, []string{`wrong.yaml:2:33: no component is named "Positoin": did you mean "Position"?`},
		"world", "run", "wrong.yaml", "-o", "samples.txt", "--emit", "programs")
	if strings.Count(c.stderr, "\n") != 1 {
		t.Errorf("want one line: %s", c.stderr)
	}
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(left) != 1 {
		t.Errorf("left: %v, %v", left, err)
	}
}

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

func TestWorldRunOfNothing(t *testing.T) {
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"colny"}, `did you mean "colony"?`}, {[]string{"colony", "--library", "arkk"}, `did you mean "ark"?`},
		{[]string{"colony", "--skip", "capacitty"}, `did you mean "capacity"?`}, {[]string{"colony", "--samples", "0"}, "want a number from 1"},
		{[]string{"colony", "--format", "page", "-o", "w.html"}, "write the page with --format page > w.html"}, {nil, "1 argument is needed, got 0; usage: ecsbench world run FILE"},
	} {
		expect(t, t.TempDir(), ExitUsage, []string{test.want}, append([]string{"world", "run"}, test.args...)...)
	}
}

// The schema that new world files name is that of this program.
func TestWorldSchemaIsCurrent(t *testing.T) {
	want, err := os.ReadFile("../docs/world.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	if c := ecsbench(t, t.TempDir(), nil, "world", "schema"); c.stdout != string(want) {
		t.Error("docs/world.schema.json is old: go run ./cmd/ecsbench world schema > docs/world.schema.json")
	}
}

// What a game left behind becomes a world file, or one line.
func TestWorldImportAndFit(t *testing.T) {
	dir := t.TempDir()
	stats, err := filepath.Abs("../recorder/worldfile/testdata/ark.json")
	if err != nil {
		t.Fatal(err)
	}
	expect(t, dir, ExitOK, []string{"name: ark", "Position: 8"}, "world", "import", stats)
	expect(t, dir, ExitOK, []string{"ecsbench world run game.yaml"}, "world", "import", stats, "-o", "game.yaml")
	expect(t, dir, ExitUsage, []string{"game.yaml"}, "world", "import", stats, "-o", "game.yaml")
	c := expect(t, dir, ExitUsage, []string{"use ecsbench world import"}, "world", "fit", stats, "-o", "other.yaml")
	if strings.Count(c.stderr, "\n") != 1 {
		t.Errorf("want one line: %s", c.stderr)
	}
	if _, err := os.Stat(filepath.Join(dir, "other.yaml")); err == nil {
		t.Error("a file remains")
	}
}
