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
	fixture.Check(t, err)
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
	fixture.Check(t, err)
	b := play.Build{Folder: filepath.Join(t.TempDir(), "cache")}
	programs, err := b.All(t.Context(), w, append(chosen(t), play.Reference))
	fixture.Check(t, err)
	s := play.NewExperiment(w, programs)
	s.Samples, s.Limit = 1, 2*time.Minute
	fixture.Check(t, s.Measure(t.Context()))
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

// Planted faults in the programs of libraries are found: in what all do, and in what a program keeps
// beside its library.
func TestFaultsInLibraries(t *testing.T) {
	fixture.CI(t)
	t.Setenv("GOGC", "off")
	type fault struct{ name, question, old, now string }
	common := []fault{
		{"a component has another value", "iterate", ", dt)", ", 2*dt)"},
		{"an entity survives", "destroy", "g.destroy(g.Targets[1])", "g.destroy(g.Targets[1][1:])"},
		{"an entity has the value of another one", "create", "{ g.Create(list, g.spawn) }", "{\nlist.Serials[0]++\ng.Create(list, g.spawn)\nlist.Serials[0]--\n}"},
		{"a component stays", "exchange", "removeBurningShuffled(list *drive.List, targets []handle) {", "removeBurningShuffled(list *drive.List, targets []handle) {\ntargets = targets[1:]"},
		{"a new component has another value", "exchange", "n := list.Serials[i]", "n := list.Serials[0*i]"},
		{"a look-up of another entity", "lookup", "Position(list *drive.List, targets []handle) {", "Position(list *drive.List, targets []handle) {\ntargets[3] = targets[0]"},
		{"a child has another parent", "relate", "g.attach(g.Targets[1], g.Parents[1])", "g.Parents[1][7] = g.Parents[1][8]\ng.attach(g.Targets[1], g.Parents[1])"},
	}
	own := map[string][]fault{
		"andygeiss":  {{"a removed entity exists", "destroy", "\te.Id = \"\"\n", ""}},
		"gameengine": {{"a lost mask of a new component", "exchange", "g.masks[e.ID()] |= 1 << 0", ""}, {"a kept mask of a removed component", "exchange", "g.masks[e.ID()] &^= 1 << 0", ""}, {"a reused mask", "create-remove", "g.masks[e.ID()] = mask", "if g.masks[e.ID()] == 0 {\ng.masks[e.ID()] = mask &^ 1\n}"}},
		"simple":     {{"a change of a copy is lost", "iterate", "storagePosition.Update(e, position)", ""}, {"a reused handle", "destroy", "ecs.IsAliveWithGeneration(g.pool, e.entity, e.generation)", "e.entity > 0"}},
		"volt":       {{"a reused handle", "destroy", "g.generations[e.entity]++", ""}, {"a handle of another generation", "create", "return handle{e, g.generations[e]}", "return handle{e, g.generations[e] + 2}"}},
	}
	for _, l := range chosen(t) {
		var ws []*format.World
		var sources []play.Sources
		var faults []fault
		for _, f := range append(common, own[l.Name]...) {
			w := asked(t, f.question)
			if source, err := l.Sources(w); err != nil || !strings.Contains(string(source["game.go"])+string(source["frame.go"]), f.old) {
				t.Errorf("%s: no place for %q: %v\n%s%s", l.Name, f.name, err, source["frame.go"], source["game.go"])
				continue
			}
			faults, ws, sources = append(faults, f), append(ws, w), append(sources, changed(t, l, w, f.old, f.now))
		}
		programs, references := bundle(t, l, sources), bundled(t, play.Reference, ws)
		for i, f := range faults {
			if _, err := sample(t, play.NewExperiment(ws[i], references[i:i+1]), programs[i]); err == nil || !strings.Contains(err.Error(), "wrong state") && !strings.Contains(err.Error(), "panics") {
				t.Errorf("%s: %s: %v", l.Name, f.name, err)
			}
		}
	}
}
