package format_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/suite/world/format"
	"github.com/ecsbench/ecsbench/worlds"
)

// colony is the file that a developer of a colony game would write first. Some of
// its names are not declared: they are in the catalogue.
const colony = `name: colony
budget: {tick: 8ms, at: p99, rate: 60Hz}
entities: 40_000              # or: find
components:
  Position: 8
  Inventory: {bytes: 64, pointers: true}
  Selected: 0
kinds:
  colonist: {share: 30%, has: [Position, Inventory], some: {Path: 60%, Selected: 1%}}
systems:
  - {name: move, write: [Position], read: [Velocity]}
  - {name: follow, write: [Velocity, Path], work: 20ns}
tick:
  change: {entities: 200, add: Path, remove: Path}
  spawn: {entities: 50, kind: animal}
  destroy: {entities: 50, order: random}
  lookup: {entities: 2_000, stale: 5%}
  parents: {relations: 3_000, reparent: 30, visit: all}
`

func TestAColonyAsItWouldBeWritten(t *testing.T) {
	w, err := format.Parse("colony.yaml", []byte(colony))
	fixture.Check(t, err)
	var steps []string
	for _, s := range w.Spec.Steps {
		steps = append(steps, s.Name)
	}
	want := "move, follow, add Path, remove Path, spawn animal, destroy random, lookup Position, attach, visit children"
	if got := strings.Join(steps, ", "); got != want {
		t.Errorf("steps %s, want %s", got, want)
	}
	if k := w.Spec.Kinds; len(k) != 2 || k[0].Count != 12_000 || k[1].Count != 28_000 {
		t.Errorf("kinds %+v", k)
	}
	if w.Spec.Budget != 8_000_000 || w.Percentile != 0.99 || w.Spec.Relations != 3000 || w.Spec.Parents != 300 {
		t.Errorf("%+v", w)
	}
	if text := strings.Join(w.Warnings, "\n"); !strings.Contains(text, "follow visits no entity") || !strings.Contains(text, "animal is not declared") {
		t.Errorf("warnings: %s", text)
	}
}

func TestFind(t *testing.T) {
	w, err := format.Parse("colony.yaml", []byte(strings.Replace(colony, "40_000 ", "find ", 1)))
	if err != nil || !w.Find || w.Spec.Total() != 10_000 {
		t.Errorf("%+v, %v", w, err)
	}
}

func TestAmountsOfMemory(t *testing.T) {
	for word, want := range map[string]float64{"64": 64, "64B": 64, "1_000kB": 1e6, "1KiB": 1024, "1kiB": 1024, "2MiB": 2 << 20, "2MB": 2e6, "1.5GB": 1.5e9} {
		w, err := format.Parse("colony.yaml", []byte(colony+"thresholds: {memory: "+word+"}\n"))
		if err != nil || w.Thresholds.Memory.Value != want {
			t.Errorf("%s is %v bytes, want %v: %v", word, w, want, err)
		}
	}
}

func TestTheBeginningIsAWorld(t *testing.T) {
	text, err := format.Beginning("games/mine")
	fixture.Check(t, err)
	w, err := format.Parse("mine.yaml", text)
	if err != nil || w.Spec.Name != "mine" || len(w.Warnings) > 0 {
		t.Errorf("%v, %v", w, err)
	}
	if _, err := format.Beginning("1st game"); err == nil {
		t.Error("a name that is none was taken")
	}
}

func TestWorldsThatComeWithEcsbench(t *testing.T) {
	for _, name := range worlds.Names() {
		text, _ := worlds.Named(name)
		w, err := format.Parse(name+".yaml", text)
		if err != nil || len(w.Warnings) > 0 {
			t.Errorf("%s: %v, %+v", name, err, w)
		} else if w.Spec.Name != name {
			t.Errorf("%s has the name %s", name, w.Spec.Name)
		}
	}
}

// Cases from users are numbered, and need no warning.
func TestCasesThatComeWithEcsbench(t *testing.T) {
	numbers := make(map[byte]bool)
	for _, name := range worlds.Cases() {
		text, _ := worlds.Named(name)
		w, err := format.Parse(name+".yaml", text)
		if err != nil || len(w.Warnings) > 0 || w.Spec.Name != name {
			t.Errorf("%s: %v, %+v", name, err, w)
			continue
		}
		number, numbered := strings.CutPrefix(string(text), "# Case ")
		if !numbered || numbers[number[0]] {
			t.Errorf("%s: want a number of its own", name)
		}
		numbers[number[0]] = true
	}
}

func TestIncludesComeFirst(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		fixture.Check(t, os.WriteFile(path, []byte(text), 0o666))
		return path
	}
	write("base.yaml", "components: {Position: 12, Speed: 12}\nseed: 7\nentities: 10\n")
	w, err := format.Read(write("game.yaml", `name: game
include: base.yaml
entities: 500
kinds: {thing: {share: 100%, has: [Position, Speed]}}
systems: [{name: move, write: [Position], read: [Speed]}]
`))
	if err != nil || w.Spec.Seed != 7 || w.Spec.Total() != 500 || len(w.Components) != 2 || w.Components[0].Bytes != 12 {
		t.Errorf("%+v, %v", w, err)
	}
	a := write("a.yaml", "name: a\ninclude: b.yaml\n")
	write("b.yaml", "include: [a.yaml]\n")
	if _, err := format.Read(a); err == nil || !strings.Contains(err.Error(), "b.yaml:1:11: include \"a.yaml\": the file includes itself") {
		t.Errorf("of a cycle: %v", err)
	}
	c := write("c.yaml", "name: c\ninclude: basis.yaml\n")
	if _, err := format.Read(c); err == nil || !strings.Contains(err.Error(), `c.yaml:2:10: include "basis.yaml": there is no such file: did you mean "base.yaml"?`) {
		t.Errorf("of a missing file: %v", err)
	}
}

// An included file is in the folder of the world file, so that a message never quotes another one.
func TestIncludesStayInTheFolder(t *testing.T) {
	outside, dir := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{
		filepath.Join(outside, "secret.yaml"): "the: [secret\n", filepath.Join(dir, "secret.txt"): "the: [secret\n", filepath.Join(dir, "sub.yaml"): "\ufeffentities: 10\n",
	} {
		fixture.Check(t, os.WriteFile(name, []byte(text), 0o666))
	}
	if err := os.Symlink(filepath.Join(outside, "secret.yaml"), filepath.Join(dir, "link.yaml")); err != nil {
		fixture.Lacks(t, err)
	}
	rel, err := filepath.Rel(dir, filepath.Join(outside, "secret.yaml"))
	fixture.Check(t, err)
	for _, include := range []string{"/etc/shadow", filepath.Join(outside, "secret.yaml"), rel, "link.yaml", "secret.txt", "../none.yaml"} {
		_, err := format.Parse(filepath.Join(dir, "w.yaml"), []byte("name: w\ninclude: ["+include+"]\n"))
		if err == nil || strings.Contains(err.Error(), "the:") || !strings.Contains(err.Error(), "w.yaml:2:11: include") || !strings.HasSuffix(err.Error(), "want a .yaml file in the folder of the world file or below") {
			t.Errorf("include %s: %v", include, err)
		}
	}
	if _, err := format.Parse(filepath.Join(dir, "w.yaml"), []byte("name: w\ninclude: sub.yaml\n")); err == nil || strings.Contains(err.Error(), "include") || strings.Contains(err.Error(), "sub.yaml") {
		t.Errorf("a file in the folder: %v", err)
	}
}

// recorded compares the errors of changed worlds with testdata/NAME.
func recorded(t *testing.T, name, base string, changes [][2]string) {
	t.Helper()
	var b strings.Builder
	for _, c := range changes {
		if !strings.Contains(base, c[0]) {
			t.Fatalf("no %q", c[0])
		}
		_, err := format.Parse("world.yaml", []byte(strings.Replace(base, c[0], c[1], 1)))
		said := "valid"
		if err != nil {
			said = err.Error()
		}
		if strings.Contains(said, "\n") {
			t.Errorf("%q: more than a line: %s", c[1], said)
		}
		fmt.Fprintf(&b, "%q to %q\n    %s\n", c[0], c[1], said)
	}
	fixture.Golden(t, name, b.String())
}

func TestErrors(t *testing.T) {
	recorded(t, "errors.txt", colony, [][2]string{
		{"\ntick:", "\ntock:"},
		{"stale: 5%", "stael: 5%"},
		{"[Position, Inventory]", "[Position, Inventry]"},
		{"kind: animal", "kind: colonst"},
		{"order: random", "order: rnadom"},
		{"visit: all", "visit: al"},
		{"kind: animal}", "kind: animal, when: later}"},
		{"add: Path, remove: Path", "remove: Selected, kind: animal"},
		{"add: Path, remove: Path", "add: Selected, remove: Selected, kind: animal"},
		{"order: random}", "order: random}\n  set: {entities: 5, component: Inventory, kind: animal}"},
		{"  Position: 8", "\tPosition: 8"},
		{"{share", "{\tshare"},
		{"Position: 8", "Position: -8"},
		{"entities: 200", "entities: 20_000"},
		{"share: 30%", "share: 130%"},
		{"bytes: 64", "bytes: 63"},
		{"bytes: 64", "bytes: 64, touch: 65"},
		{"entities: 40_000", "entities: 40_000\nrows: 0"},
		{"entities: 40_000", "entities: 40_000\nfillers: 1_001"},
		{"entities: 40_000", "entities: 40_000\nidle: 3"},
		{"  Position: 8", "  Filler1: 8\n  Position: 8"},
		{"components:\n", "fillers: 2\ncomponents:\n  Filler1: 8\n"},
		{"  parents: {relations: 3_000", "  clone: {entities: 50}\n  parents: {relations: 3_000"},
		{"tick:\n", "tick:\n  despawn: {children: 2}\n"},
		{"visit: all}\n", "visit: all}\n  despawn: {children: 2}\n"},
		{"tick:\n", "tick:\n  save: {}\n"},
		{"relations: 3_000", "relations: 50_000"},
		{"tick: 8ms", "tick: 8 parsecs"},
		{"name: colony\n", ""},
		{"  spawn: {entities: 50, kind: animal}\n", "  spawn: {entities: 50, kind: animal}\n  spawn: 3\n"},
		{"spawn:", "destroy:"},
		{"Position: 8", "Position: null"},
		{"Position: 8", "Position: [8]"},
		{"tick: 8ms", "tick: []"},
		{"\ntick:", "\ntick: 5\ntock:"},
		{"name: colony", "name: colony\naxes: {n: null}"},
		{"name: colony", "name: colony\naxes: 5"},
		{"entities: 40_000", "entities: 0"},
		{"entities: 40_000", "entities: null"},
		{"entities: 40_000", "axes: {entities: -5}\nentities: $entities"},
		{"entities: 40_000", "axes: {entities: 5, entities: 6}\nentities: $entities"},
		{"entities: 40_000", "axes: {entities: 5}\nentities: $entitees"},
		{"entities: 40_000", "entities: 40_000\nmeasure: nothing"},
		{"share: 30%", "share: null"},
		{"  Selected: 0", "  Selected: 0\n  childOf: 4"},
		{"share: 30%", "each: 3, share: 30%"},
	})
}

func TestTooManyComponents(t *testing.T) {
	var text strings.Builder
	text.WriteString("name: large\ncomponents:\n")
	for i := range 61 {
		fmt.Fprintf(&text, "  C%d: 4\n", i)
	}
	text.WriteString("kinds: {thing: {count: 10, has: C60}}\nsystems: [{name: move, write: C60}]\n")
	_, err := format.Parse("large.yaml", []byte(text.String()))
	if err == nil || err.Error() != "large.yaml:63:3: 61 component types, want at most 60" {
		t.Error(err)
	}
}

// The schema has every key that the decoder takes.
func TestSchema(t *testing.T) {
	text, err := json.Marshal(format.Schema())
	fixture.Check(t, err)
	for _, key := range []string{"stale", "pointers", "relations", "p99.9", "include", "optional", "neighbours", "reparent"} {
		if !strings.Contains(string(text), key) {
			t.Errorf("no %s", key)
		}
	}
}

// Forms of systems reject what they cannot verify.
func TestWrongForms(t *testing.T) {
	const move = "systems: [{name: move, write: [Position], read: [Speed]}]\n"
	recorded(t, "forms.txt", `name: game
entities: 100
components: {Position: 12, Speed: 12, Age: 4, Mark: 4, Odd: 3}
kinds: {thing: {share: 100%, has: [Position, Speed, Age, Odd], some: {Mark: 50%}}}
systems: []
`, [][2]string{
		{"systems: []\n", "systems: [{name: move, write: [Position], copies: 0}]\n"},
		{"systems: []\n", "systems: [{name: move, write: [Position], workers: 0}]\n"},
		{"systems: []\n", "systems: [{name: move, write: [Position], workers: 2}]\n"},
		{"systems: []\n", "systems: [{name: age, read: [Age], life: 10}]\n"},
		{"systems: []\n", "systems: [{name: age, write: [Age], life: 0}]\n"},
		{"systems: []\n", "systems: [{name: age, write: [Odd], life: 10}]\n"},
		{"systems: []\n", "systems: [{name: age, write: [Age], life: 10}, {name: again, write: [Speed], life: 9}]\n"},
		{"systems: []\n", "systems: [{name: age, write: [Age], life: 10}, {name: other, write: [Age]}]\n"},
		{"systems: []\n", "systems: [{name: age, write: [Age], with: [Mark], life: 10}]\ntick: {change: {entities: 1, remove: Mark}}\n"},
		{"systems: []\n", "systems: [{name: age, write: [Age], life: 10}]\ntick: {set: {entities: 1, component: Age}}\n"},
		{"systems: []\n", move + "tick: {find: {entities: 1}}\n"},
		{"systems: []\n", move + "tick: {find: {entities: 1, component: Position}}\n"},
		{"systems: []\n", move + "tick: {find: {entities: 101, component: Age}}\n"},
		{"systems: []\n", move + "tick: {find: {entities: 1, component: Odd}}\n"},
		{"systems: []\n", move + "tick: {define: {types: 0}}\n"},
		{"systems: []\n", move + "tick: {define: {types: 2, kind: thing}}\n"},
	})
	recorded(t, "each.txt", "name: game\ncomponents: {Position: 12, A: 0, B: 0, C: 0, D: 0, E: 0, F: 0, G: 0, H: 0, I: 0, J: 0, K: 0, L: 0, M: 0}\nkinds: {thing: {share: 100%, has: Position, each: [X]}}\nsystems: [{name: move, write: Position}]\n",
		[][2]string{{"X", "A, Position"}, {"X", "A, B, C, D, E, F, G, H, I, J, K, L, M"}})
}

// What is detected is written by set alone.
func TestWrongDetection(t *testing.T) {
	recorded(t, "detection.txt", `name: game
entities: 100
components: {Position: 12, Speed: 12, Mark: 4}
kinds: {thing: {share: 100%, has: [Position, Speed], some: {Mark: 50%}}}
systems: [{name: move, write: [Position], read: [Speed]}]
tick: {}
`, [][2]string{
		{"{}", "{detect: {component: Speed}}"},
		{"{}", "{set: {entities: 1, component: Position}, detect: {component: Position}}"},
		{"{}", "{set: {entities: 1, component: Mark}, change: {entities: 1, add: Mark}, detect: {component: Mark}}"},
		{"{}", "{detect: {every: 2}}"},
	})
}
