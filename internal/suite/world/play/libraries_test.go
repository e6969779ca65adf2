package play_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/suite/world/format"
	"github.com/ecsbench/ecsbench/internal/suite/world/play"
	"github.com/ecsbench/ecsbench/worlds"
)

// everything is a world with all that world files can contain.
const everything = `name: everything
entities: 600
frames: 60
warmup: 20
components:
  Position: 8
  Velocity: 12
  Velocity2: {bytes: 24, strings: 1}
  Odd: 7
  Items: {bytes: 64, slices: 1, strings: 1}
  Ref: {bytes: 8, pointers: true}
  Mark: 0
  Heat: 2
  type: 4
  Bones: {bytes: 160, touch: 128}
kinds:
  unit: {share: 50%, has: [Position, Velocity, Velocity2, Items], some: {Mark: 40%, Heat: 30%, type: 50%}}
  thing: {share: 30%, has: [Position, Odd, Ref, Bones]}
  ghost: {share: 20%, has: [Mark], some: {Position: 50%}}
observe: [Mark, Heat]
systems:
  - {name: move, write: [Position], read: [Velocity]}
  - {name: think, write: [Velocity, Items], read: [Position], without: [Mark], optional: [Heat, type], work: 5ns}
  - {name: drift, write: [Position], read: [Velocity2, Velocity]}
  - {name: cool, write: [Heat], with: [Mark], every: 3}
  - {name: look, read: [Odd, Ref, Bones], every: 2}
  - {name: animate, write: [Bones]}
  - {name: haunt, with: [Mark], without: [Velocity, Heat]}
tick:
  spawn: [{entities: 7, kind: unit}, {entities: 2.5, kind: thing}, {entities: 30, kind: ghost, every: 10}]
  destroy: [{entities: 7, kind: unit}, {entities: 2, kind: thing, order: oldest}, {entities: 30, kind: ghost, every: 10, order: newest}]
  change:
    - {entities: 20, add: Mark, remove: Mark, kind: unit}
    - {entities: 5, add: [Heat, type], kind: unit, order: neighbours}
    - {entities: 5, add: Mark, remove: Heat, kind: unit, when: deferred}
    - {entities: 6, remove: [type], kind: unit, order: zipf}
  set: [{entities: 10, component: Items}, {entities: 40, component: Velocity2}]
  detect: {component: Velocity2, every: 2}
  lookup: [{entities: 100, component: Position, stale: 10%}, {entities: 20, component: type, order: zipf}]
  growth: {entities: 1, until: 700}
  parents: {relations: 150, children: 5, reparent: 8, detach: 2, visit: all, component: Position}
`

// chosen returns the libraries that can be downloaded, or those of the environment variable
// LIBRARIES, such as goke=FOLDER.
func chosen(t *testing.T) []play.Library {
	t.Helper()
	found, err := play.Named(os.Getenv("LIBRARIES"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestWorldsReachOneState builds the program of every library and demands the state
// of the reference, entity by entity.
//
// Arche and teishoku copy components as bytes, which hides pointers from the garbage
// collector, so that it is off here.
func TestWorldsReachOneState(t *testing.T) {
	fixture.CI(t)
	t.Setenv("GOGC", "off")
	w, err := format.Parse("everything.yaml", []byte(everything))
	if err != nil {
		t.Fatal(err)
	}
	b := play.Build{Folder: filepath.Join(t.TempDir(), "cache")}
	programs, err := b.All(t.Context(), w, append(chosen(t), play.Reference))
	if err != nil {
		t.Fatal(err)
	}
	s := play.NewExperiment(w, programs)
	s.Samples, s.Limit = 1, 2*time.Minute
	if err := s.Measure(t.Context()); err != nil {
		t.Fatal(err)
	}
	measured := 0
	for _, c := range s.Cases {
		if _, cannot := errors.AsType[*play.Unsupported](c.Err); cannot {
			continue
		}
		if measured++; c.Err != nil {
			t.Errorf("%s: %s", c.Library.Name, strings.ReplaceAll(c.Err.Error(), "game.go", "\ngame.go"))
		}
	}
	if measured == 0 {
		t.Error("no library has a program")
	}
}

// Every library has a program for each question in each mode, and reaches the state of the
// reference in a worn world. A library without the mode, or with too few parameters, is unsupported.
func TestQuestionsReachOneState(t *testing.T) {
	fixture.CI(t)
	t.Setenv("GOGC", "off")
	var ws []*format.World
	var names []string
	for _, name := range worlds.Questions() {
		for _, choice := range []string{"", "mode=batch", "mode=filter", "mode=chunk", "made=immediate", "observers=10", "held=300"} {
			if w := askedAt(t, name, choice); w != nil {
				ws, names = append(ws, w), append(names, name+" "+choice)
			}
		}
	}
	references := bundled(t, play.Reference, ws)
	var all [][]play.Program // by library and world
	for _, l := range chosen(t) {
		all = append(all, bundled(t, l, ws))
	}
	for i, w := range ws {
		t.Run(names[i], func(t *testing.T) {
			s := play.NewExperiment(w, references[i:i+1])
			measured := 0
			for _, programs := range all {
				p := programs[i]
				if p.Err != nil {
					continue
				}
				r, err := sample(t, s, p)
				if measured++; err != nil {
					t.Errorf("%s: %v", p.Library.Name, err)
				} else {
					checkResult(t, w, r)
				}
			}
			if measured == 0 && os.Getenv("LIBRARIES") == "" {
				t.Error("no library has a program")
			}
		})
	}
}
