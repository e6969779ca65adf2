package play_test

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/suite/world/drive"
	"github.com/ecsbench/ecsbench/internal/suite/world/format"
	"github.com/ecsbench/ecsbench/internal/suite/world/play"
	"github.com/ecsbench/ecsbench/kernel"
	"github.com/ecsbench/ecsbench/worlds"
)

// asked is a question of fewer entities, with a worn world if it has the axis.
func asked(t *testing.T, name string) *format.World { return askedAt(t, name, "") }

// askedAt is likewise a question with the value of another axis, AXIS=VALUE; nil if the question
// does not have it.
func askedAt(t *testing.T, name, choice string) *format.World {
	t.Helper()
	text, _ := worlds.Question(name)
	usual, err := format.Parse(name+".yaml", text)
	fixture.Check(t, err)
	at := map[string]string{"entities": "300", "aged": "2"}
	maps.DeleteFunc(at, func(axis, _ string) bool { return usual.Axes[axis] == "" })
	if axis, value, given := strings.Cut(choice, "="); given {
		if usual.Axes[axis] == "" {
			return nil
		}
		at[axis] = value
	}
	w, err := format.ParseAt(name+".yaml", text, at)
	if err != nil && !strings.Contains(err.Error(), "mode") {
		t.Fatal(err)
	}
	return w
}

// measured takes a sample of the program of package ecs, whose game.go is changed.
func measured(t *testing.T, w *format.World, replace ...string) *play.Measurement {
	t.Helper()
	libraries, err := play.Named("ecs")
	fixture.Check(t, err)
	folder := filepath.Join(t.TempDir(), "cache")
	programs, err := play.Build{Folder: folder}.All(t.Context(), w, append(libraries, play.Reference))
	if err != nil || programs[0].Err != nil || programs[1].Err != nil {
		t.Fatalf("%v, %+v", err, programs)
	}
	if len(replace) > 0 {
		programs[0] = bundle(t, libraries[0], []play.Sources{changed(t, libraries[0], w, replace...)})[0]
	}
	s := play.NewExperiment(w, programs)
	s.Samples = 1
	fixture.Check(t, s.Measure(t.Context()))
	return s.Cases[0]
}

// changed is the source of a library's program with a change.
func changed(t *testing.T, l play.Library, w *format.World, replace ...string) play.Sources {
	t.Helper()
	source, err := l.Sources(w)
	fixture.Check(t, err)
	found := false
	for _, name := range []string{"game.go", "frame.go"} {
		found = found || strings.Contains(string(source[name]), replace[0])
		source[name] = []byte(strings.NewReplacer(replace...).Replace(string(source[name])))
	}
	if !found {
		t.Fatalf("no %q in\n%s", replace[0], source["game.go"])
	}
	return source
}

// checkResult checks the numbers of a question that has 300 entities.
func checkResult(t *testing.T, w *format.World, r *drive.Result) {
	t.Helper()
	if w.Spec.Quantity != "" {
		checkQuantity(t, w.Spec.Quantity, r.Values)
		return
	}
	want := 300 * max(1, w.Spec.Repeat)
	if w.Spec.Name == "relate" {
		want = 600 // attached and attached back
	}
	if r.PerOp != want || r.Sample.Time <= 0 || r.Sample.Operations < 1 {
		t.Errorf("%+v, %+v", r, r.Sample)
	}
}

// checkQuantity checks the units of a quantity, and what is true on every machine.
func checkQuantity(t *testing.T, q drive.Quantity, values []drive.Value) {
	t.Helper()
	units := lists.Map(values, func(v drive.Value) string { return v.Unit })
	least := map[drive.Quantity]float64{drive.Memory: 16, drive.Archetypes: 16, drive.GC: 1000, drive.NewWorld: 100, drive.Tail: 20} // 16 bytes are Position and Velocity
	want := map[drive.Quantity]string{
		drive.Memory:     "retained-B/entity peak-B/entity destroyed-B/entity",
		drive.Archetypes: "retained-B/archetype",
		drive.GC:         "GC-ns scannable-B",
		drive.NewWorld:   "ns/world retained-B/world",
		drive.Leaks:      "grown-B/entity left-goroutines/world",
		drive.Tail:       "p99.9-ns/change p50-ns/change p99-ns/change max-ns/change missed-frames",
	}[q]
	if got := strings.Join(units, " "); got != want || values[0].Value < least[q] {
		t.Errorf("%+v, want %s, and at least %g of the first", values, want, least[q])
	}
}

// Planted faults in programs are found.
func TestFaultsInMeasuredSteps(t *testing.T) {
	fixture.CI(t)
	faults := []struct{ name, question, old, now string }{
		{"a visit is left out", "iterate", "Move(position, velocity, dt)", "if velocity.X != 0 || position.Y != 0 {\nMove(position, velocity, dt)\n}\nif position.X == 7 {\nbreak\n}"},
		{"twice the time", "iterate", "Move(position, velocity, dt)", "Move(position, velocity, 2*dt)"},
		{"a component is lost", "exchange", "must(g.removeBurningShuffledMap.Remove(e))", "must(g.removeBurningShuffledMap.Remove(e))\nif e == targets[5] {\n*g.mapVelocity.Get(e) = Velocity{}\n}"},
		{"a change is left out", "exchange", "for _, e := range targets {\n\t\tmust(g.removeBurningShuffled", "for _, e := range targets[1:] {\n\t\tmust(g.removeBurningShuffled"},
		{"an entity survives", "destroy", "g.destroy(g.Targets[1])", "g.destroy(g.Targets[1][1:])"},
		{"an entity that was created in the pass survives", "create-remove", "g.destroy(g.Targets[2])", "g.destroy(g.Targets[2][:299])"},
		{"a child has another parent", "relate", "link.Parent = parents[i]", "link.Parent = parents[0]"},
		{"a child is not visited", "relate", "if above := ", "if sum == 0 {\nsum = 1\ncontinue\n}\nif above := "},
		{"changes are found again", "detect", "g.sinceMass = g.world.Mark()", ""},
		{"a change is not found", "detect", "*g.mapMass.Mut(e) = newMass", "if i == 0 {\n*g.mapMass.Get(e) = newMass(list.Serials[i] + frame)\ncontinue\n}\n*g.mapMass.Mut(e) = newMass"},
		{"an entity is not replaced", "churn", "g.destroy(targets)", "if len(targets) == 3 {\nn += 3\ncontinue\n}\ng.destroy(targets)"},
		{"a system is called twice", "mixed", "g.systemCount(DeltaTime)", "g.systemCount(DeltaTime)\ng.systemCount(DeltaTime)"},
		{"a single change is left out", "tail", "must(g.removeBurningMap.Remove(e))", "if len(g.Entity) > 2_100 {\nmust(g.removeBurningMap.Remove(e))\n}"},
		{"a world starts with another entity", "memory", "made[i] = e\n", "made[i] = e\nif n == 7 {\n*g.mapVelocity.Get(e) = Velocity{}\n}\n"},
		{"a look-up of another entity", "lookup", "for _, e := range targets {\n\t\tif", "for _, e := range targets {\ne = targets[0]\nif"},
		{"an entity is created twice", "create", "made[i] = e\n", "if n == 3 {\nposition.Init(4)\ne, err = g.newMover0.New(position, velocity)\nmust(err)\n}\nmade[i] = e\n"},
		{"children survive", "despawn", "_, err := g.world.DestroyTree(root)", "err := g.world.Destroy(root)"},
		{"the copy of another entity", "clone", "g.world.Clone(e)", "g.world.Clone(targets[0*int(e)])"},
		{"a part is left out", "parallel", "range query.All() {", "range query.All() {\nif position.X > 100 {\ncontinue\n}"},
		{"a loaded component differs", "save", "g.loaded = g.empty", "g.loaded = g.empty\ng.loaded.mapVelocity.Get(g.loaded.world.Loaded(g.Entity[7])).X++"},
		{"nothing is loaded", "save", "must(g.empty.world.Load(&file))", ""},
		{"a slow panic", "create", "made[i] = e\n", "if n == 299 {\npanic(\"full\")\n}\nmade[i] = e\n"},
		{"a recorded change is left out", "deferred", "must(g.removeBurningShuffledMap.RemoveLater(do, e))", "if e != targets[5] {\nmust(g.removeBurningShuffledMap.RemoveLater(do, e))\n}"},
		{"recorded changes are not made", "deferred", "_, err := do.Flush()\n\tmust(err)", ""},
	}
	libraries, err := play.Named("ecs")
	fixture.Check(t, err)
	var ws []*format.World
	var sources []play.Sources
	for _, fault := range faults {
		w := asked(t, fault.question)
		ws, sources = append(ws, w), append(sources, changed(t, libraries[0], w, fault.old, fault.now))
	}
	programs, references := bundle(t, libraries[0], sources), bundled(t, play.Reference, ws)
	for i, fault := range faults {
		t.Run(fault.name, func(t *testing.T) {
			_, err := sample(t, play.NewExperiment(ws[i], references[i:i+1]), programs[i])
			if err == nil || !strings.Contains(err.Error(), "wrong state") && !strings.Contains(err.Error(), "panics") {
				t.Error(err)
			}
		})
	}
}

// A program that leaves half of its entities behind leaks their memory.
func TestPlantedLeak(t *testing.T) {
	fixture.CI(t)
	c := measured(t, asked(t, "leaks"), "for _, e := range targets {\n\t\tmust(g.world.Destroy", "for _, e := range targets[len(targets)/2:] {\n\t\tmust(g.world.Destroy")
	if c.Err != nil || c.Results[0].Values[0].Value < 8 {
		t.Errorf("%v, %+v", c.Err, c.Results)
	}
}

// Programs call every kernel, and its closed form leads the reference to their state.
func TestKernelsInPrograms(t *testing.T) {
	fixture.Long(t)
	var together []string
	for _, k := range kernel.All() {
		if k.Name != "Place" { // reads what others write
			together = append(together, k.Name)
		}
	}
	for _, names := range [][]string{together, {"Place"}} {
		text := "name: kernels\nentities: 50\nkinds:\n" +
			"  one: {share: 50%, has: [Position, Velocity, Transform, Inventory, Bones]}\n" +
			"  two: {share: 50%, has: [Position, Velocity, Mass, Heading, Force, Stats, Skills, Team, Target, Effects]}\nsystems:\n"
		for _, name := range names {
			text += "  - {name: " + name + ", kernel: " + name + "}\n"
		}
		w, err := format.Parse("kernels.yaml", []byte(text+"measure: ["+strings.Join(names, ", ")+"]\n"))
		fixture.Check(t, err)
		if c := measured(t, w); c.Err != nil || c.Results[0].Passes < 10 {
			t.Errorf("%v: %v, %+v", names, c.Err, c.Results)
		}
	}
}

// Entities are copied in frames, too: with the values that they have then.
func TestCopies(t *testing.T) {
	fixture.Long(t)
	w, err := format.Parse("small.yaml", []byte(strings.NewReplacer("destroy: {entities: 3}", "clone: {entities: 2}\n  destroy: {entities: 5}", "Path", "Health").Replace(small)))
	fixture.Check(t, err)
	if c := measured(t, w); c.Err != nil || c.Results[0].Entities != 100 {
		t.Errorf("%v, %+v", c.Err, c.Results)
	}
	if c := measured(t, w, "g.Entity[list.Copies[i]] = made", "g.mapPosition.Get(made).F1++\ng.Entity[list.Copies[i]] = made"); c.Err == nil || !strings.Contains(c.Err.Error(), "wrong state") {
		t.Error(c.Err)
	}
}

// A number of passes that is given is not timed.
func TestPassesOfTheReference(t *testing.T) {
	fixture.Long(t)
	w := asked(t, "iterate")
	programs, err := play.Build{Folder: filepath.Join(t.TempDir(), "cache")}.All(t.Context(), w, []play.Library{play.Reference})
	fixture.Check(t, err)
	var states []string
	for _, passes := range []int{1, 2, 2, 400_000} {
		spec := w.Spec
		spec.Passes = passes
		r, err := programs[0].Run(t.Context(), &spec, time.Minute)
		if err != nil || r.Passes != passes || r.Sample != nil {
			t.Fatalf("%+v, %v", r, err)
		}
		states = append(states, r.State)
	}
	if states[1] != states[2] || len(slices.Compact(slices.Sorted(slices.Values(states)))) != 3 {
		t.Errorf("%v", states)
	}
}
