package format_test

import (
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/suite/world/format"
	"github.com/ecsbench/ecsbench/kernel"
	"github.com/ecsbench/ecsbench/worlds"
)

// Questions measure something, and need no warning.
func TestQuestionsThatComeWithEcsbench(t *testing.T) {
	for _, name := range worlds.Questions() {
		text, _ := worlds.Question(name)
		w, err := format.Parse(name+".yaml", text)
		if err != nil || len(w.Warnings) > 0 || w.Spec.Name != name || !w.Spec.Measured() {
			t.Errorf("%s: %v, %+v", name, err, w)
		} else if !strings.HasPrefix(string(text), "# ") {
			t.Errorf("%s: want the question in the first line", name)
		}
	}
}

const question = `name: question
entities: 100
components: {Burning: 8}
kinds: {mover: {share: 100%, has: [Position, Velocity]}}
systems:
  - {name: move, kernel: Move}
  - {name: other, write: [Burning]}
tick:
  change: {entities: 100, add: Burning, undo: true}
  spawn: {entities: 5, kind: mover}
measure: move
`

// A kernel determines the types of its components, and their order in the query.
func TestKernelsOfSystems(t *testing.T) {
	w, err := format.Parse("question.yaml", []byte(question))
	fixture.Check(t, err)
	a := w.Systems[0]
	if a.Kernel != kernel.MoveID || len(a.Write) != 1 || len(a.Read) != 1 {
		t.Errorf("%+v", a)
	}
	for _, c := range w.Components {
		if c.Kernel != (c.Name == "Position" || c.Name == "Velocity") || c.Bytes != 8 {
			t.Errorf("%+v", c)
		}
	}
	undone := 0
	for _, s := range w.Spec.Steps {
		if s.Undo {
			undone++
		}
	}
	if undone != 1 || w.Spec.Frames != 1 || !w.Spec.Steps[0].Measured || w.Spec.Steps[1].Measured {
		t.Errorf("%+v", w.Spec)
	}
}

func TestErrorsOfMeasuredSteps(t *testing.T) {
	recorded(t, "measured.txt", question, [][2]string{
		{"measure: move", "measure: mvoe"},
		{"measure: move", "measure: destroy"},
		{"measure: move", "measure: [move, move]"},
		{"measure: move", "measure: memory"},
		{"measure: move", "measure: tail"},
		{"spawn: {entities: 5, kind: mover}\nmeasure: move", "clone: {entities: 5}\nmeasure: tail"},
		{"measure: move", "measure: [memory, move]"},
		{"measure: move", "measure: [move, spawn]"},
		{"measure: move", "measure: [spawn, other]"},
		{"measure: move", "measure: [move, change]"},
		{"spawn: {entities: 5, kind: mover}", "spawn: {entities: 5, kind: mover, undo: true}"},
		{"spawn: {entities: 5, kind: mover}\nmeasure: move", "spawn: {entities: 5, kind: mover, undo: true}\nmeasure: [move, spawn]"},
		{"spawn: {entities: 5, kind: mover}", "replace: {entities: 5}"},
		{"undo: true}", "undo: true, order: turns}"},
		{"spawn: {entities: 5, kind: mover}\nmeasure: move", "replace: {entities: 5}\nmeasure: [move, replace]"},
		{"spawn: {entities: 5, kind: mover}\nmeasure: move", "replace: {entities: 500}\nmeasure: [move, replace]"},
		{"spawn: {entities: 5, kind: mover}\nmeasure: move", "destroy: {entities: 5, order: turns}\nmeasure: destroy"},
		{", undo: true}\n  spawn: {entities: 5, kind: mover}\nmeasure: move", ", order: turns}\nmeasure: change"},
		{"spawn: {entities: 5, kind: mover}\nmeasure: move", "parents: {relations: 50, reparent: 50}\nmeasure: parents"},
		{"spawn: {entities: 5, kind: mover}\nmeasure: move", "detect: {component: Velocity}\n  set: {entities: 5, component: Velocity}\nmeasure: detect"},
		{"spawn: {entities: 5,", "spawn: {entities: 0.5,"},
		{"spawn: {entities: 5, kind: mover}\nmeasure: move", "spawn: {entities: 0.5, kind: mover}\nmeasure: spawn"},
		{"spawn: {entities: 5, kind: mover}\nmeasure: move", "spawn: {entities: 0, kind: mover}\nmeasure: spawn"},
		{"spawn: {entities: 5, kind: mover}\nmeasure: move", "spawn: {entities: 0, kind: mover}\nmeasure: [spawn, change]"},
		{"measure: move", "measure: [move, other]"},
		{"kernel: Move", "kernel: Mvoe"},
		{"kernel: Move", "kernel: Move, read: [Velocity]"},
		{"measure: move", "  despawn: {children: 0}\nmeasure: despawn"},
		{"measure: move", "  despawn: {children: 3}\n  clone: {entities: 5}\nmeasure: despawn"},
		{"measure: move", "  despawn: {children: 3}\nmeasure: despawn"},
		{"measure: move", "  save: {entities: 3}\nmeasure: save"},
		{"measure: move", "  save: {}\nmeasure: save"},
		{"kernel: Move", "kernel: Move, workers: 2"},
		{"{name: other, write: [Burning]}", "{name: one, kernel: Drift, workers: 2}\n  - {name: other, kernel: Move, workers: 2}"},
		{"entities: 100\n", "entities: 100\nmode: chunk\n"},
		{"entities: 100\ncomponents: {Burning: 8}\nkinds: {mover: {share: 100%, has: [Position, Velocity]}}\nsystems:\n  - {name: move, kernel: Move}", "entities: 100\nmode: chunk\ncomponents: {Burning: 8}\nkinds: {mover: {share: 100%, has: [Position, Velocity]}}\nsystems:\n  - {name: move, kernel: Move, workers: 2}"},
		{"kernel: Move", "kernel: Move, work: 5ns"},
		{"{Burning: 8}", "{Burning: 8, Position: 8}"},
		{"has: [Position", "has: [Positoin"},
		{"entities: 100\n", "entities: 100\nframes: 50\n"},
		{"entities: 100\n", "entities: 100\nbudget: {tick: 8ms}\n"},
		{"entities: 100\n", "entities: 100\nthresholds: {p99: 8ms}\n"},
		{"entities: 100\n", "entities: find\n"},
		{"entities: 100\n", "entities: 100\naged: 1_000\n"},
		{"entities: 100\n", "entities: 100\nmode: entiy\n"},
		{"entities: 100\n", "entities: 100\nmode: batch\n"},
		{"undo: true}\n", "undo: true, when: deferred}\n"},
		{"kind: mover}\nmeasure: move", "kind: mover, when: deferred}\nmeasure: spawn"},
		{"undo: true}\n  spawn: {entities: 5, kind: mover}\nmeasure: move", "undo: true, order: turns, when: deferred}\nmeasure: change"},
		{"undo: true", "remove: Burning, undo: true"},
		{"{name: move, kernel: Move}", "{name: move, kernel: Move, every: 2}"},
	})
}

// The reference makes the passes of systems one by one if the result depends on their order.
func TestMeasuredSystemsInOrder(t *testing.T) {
	for other, ordered := range map[string]bool{
		"{name: other, kernel: Place}":      true, // reads what move writes
		"{name: other, kernel: MoveByMass}": false,
		"{name: other, read: [Burning]}":    false,
		"{name: other, kernel: Animate}":    false,
		"{name: other, kernel: Drift}":      false,
	} {
		text := strings.NewReplacer("{name: other, write: [Burning]}", other, "measure: move", "measure: [move, other]").Replace(question)
		w, err := format.Parse("question.yaml", []byte(text))
		if err != nil || w.Ordered != ordered {
			t.Errorf("%s: %v, %+v, want %v", other, err, w, ordered)
		}
	}
}

// Modes fit the measured steps.
func TestModes(t *testing.T) {
	for _, test := range []struct{ mode, measure, want string }{
		{"chunk", "move", ""}, {"entity", "move", ""}, {"library", "move", ""},
		{"filter", "move", "question.yaml:4:7: mode filter is for changes, and system move is measured: want library, entity or chunk"},
		{"chunk", "change", "question.yaml:4:7: mode chunk is for systems, and add Burning is measured: want library, entity, batch or filter"},
		{"filter", "spawn", "question.yaml:4:7: mode filter is for destroy and change, and spawn mover is measured"},
		{"filter", "change", ""}, {"batch", "change", ""}, {"batch", "spawn", ""},
		{"batch", "clone", "question.yaml:4:7: mode batch is for spawn, destroy and change, and clone is measured"}, {"entity", "clone", ""},
	} {
		text := strings.NewReplacer("measure: move", "measure: "+test.measure, "components:", "mode: "+test.mode+"\ncomponents:", "  spawn:", "  clone: {entities: 5}\n  spawn:").Replace(question)
		_, err := format.Parse("question.yaml", []byte(strings.Replace(text, "entities: 100\nmode", "entities: 100\n\nmode", 1)))
		if test.want == "" && err != nil || test.want != "" && (err == nil || err.Error() != test.want) {
			t.Errorf("%s of %s: %v, want %q", test.mode, test.measure, err, test.want)
		}
	}
	few := strings.NewReplacer("measure: move", "measure: change", "components:", "mode: filter\ncomponents:", "change: {entities: 100", "change: {entities: 99").Replace(question)
	if _, err := format.Parse("question.yaml", []byte(few)); err == nil || !strings.Contains(err.Error(), "mode filter changes all entities that fit: add Burning has 99 of 100") {
		t.Error(err)
	}
	if _, err := format.Parse("world.yaml", []byte(strings.Replace(colony, "entities:", "mode: batch\nentities:", 1))); err == nil || !strings.Contains(err.Error(), "mode: batch is for steps that are timed on their own: add measure") {
		t.Error(err)
	}
}
