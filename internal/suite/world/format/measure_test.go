package format_test

import (
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/suite/world/format"
	"github.com/ecsbench/ecsbench/kernel"
	"github.com/ecsbench/ecsbench/worlds"
)

// Questions are short, measure something, and need no warning.
func TestQuestionsThatComeWithEcsbench(t *testing.T) {
	for _, name := range worlds.Questions() {
		text, _ := worlds.Question(name)
		w, err := format.Parse(name+".yaml", text)
		if err != nil || len(w.Warnings) > 0 || w.Spec.Name != name || !w.Spec.Measured() {
			t.Errorf("%s: %v, %+v", name, err, w)
			continue
		}
		if lines := strings.Count(string(text), "\n"); lines > 20 || !strings.HasPrefix(string(text), "# ") {
			t.Errorf("%s: %d lines; want at most 20, and the question in the first one", name, lines)
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
	if err != nil {
		t.Fatal(err)
	}
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
	for _, test := range []struct{ old, now, want string }{
		{"measure: move", "measure: mvoe", `question.yaml:11:10: measure: no system or change is named "mvoe" that can be timed on its own: did you mean "move"?`},
		{"measure: move", "measure: destroy", `measure: no system or change is named "destroy" that can be timed on its own`},
		{"measure: move", "measure: [move, move]", "question.yaml:11:17: measure: move is there twice"},
		{"measure: move", "measure: memory", "question.yaml:9:3: measure: memory does not depend on changes: remove change"},
		{"measure: move", "measure: tail", ""},
		{"spawn: {entities: 5, kind: mover}\nmeasure: move", "clone: {entities: 5}\nmeasure: tail", "question.yaml:11:10: measure: tail times spawn, destroy, change and set: remove clone"},
		{"measure: move", "measure: [memory, move]", "question.yaml:11:19: measure: memory is measured alone: remove move"},
		{"measure: move", "measure: [move, spawn]", "question.yaml:11:17: measure: systems together with spawn mover, after which the world is another one: measure one of them"},
		{"measure: move", "measure: [spawn, other]", "question.yaml:11:18: measure: systems together with spawn mover"},
		{"measure: move", "measure: [move, change]", ""},
		{"spawn: {entities: 5, kind: mover}", "spawn: {entities: 5, kind: mover, undo: true}", "question.yaml:10:43: undo of spawn is for steps that are timed on their own: add measure: spawn"},
		{"spawn: {entities: 5, kind: mover}\nmeasure: move", "spawn: {entities: 5, kind: mover, undo: true}\nmeasure: [move, spawn]", ""},
		{"spawn: {entities: 5, kind: mover}", "replace: {entities: 5}", "question.yaml:10:3: replace is for steps that are timed on their own: add measure: replace"},
		{"undo: true}", "undo: true, order: turns}", "question.yaml:9:60: order: turns is for steps that are timed on their own: add measure: change"},
		{"spawn: {entities: 5, kind: mover}\nmeasure: move", "replace: {entities: 5}\nmeasure: [move, replace]", ""},
		{"spawn: {entities: 5, kind: mover}\nmeasure: move", "replace: {entities: 500}\nmeasure: [move, replace]", "question.yaml:10:23: replace: 500 entities per frame, and 100 fit at the start: want at most 100"},
		{"spawn: {entities: 5, kind: mover}\nmeasure: move", "destroy: {entities: 5, order: turns}\nmeasure: destroy", "question.yaml:10:33: destroy: entities that take turns are created again: write replace"},
		{", undo: true}\n  spawn: {entities: 5, kind: mover}\nmeasure: move", ", order: turns}\nmeasure: change", "question.yaml:9:48: change: entities that take turns have to be the same after a pass: add undo: true"},
		{"spawn: {entities: 5, kind: mover}\nmeasure: move", "parents: {relations: 50, reparent: 50}\nmeasure: parents", "question.yaml:11:10: measure: parents: each pass would attach children to the same parents: add undo: true"},
		{"spawn: {entities: 5, kind: mover}\nmeasure: move", "detect: {component: Velocity}\n  set: {entities: 5, component: Velocity}\nmeasure: detect", "question.yaml:12:10: measure: detect Velocity finds nothing, because set is not measured: add set"},
		{"spawn: {entities: 5,", "spawn: {entities: 0.5,", ""},
		{"spawn: {entities: 5, kind: mover}\nmeasure: move", "spawn: {entities: 0.5, kind: mover}\nmeasure: spawn", "question.yaml:11:10: measure: spawn: want a whole number of entities from 1, not 0.5"},
		{"measure: move", "measure: [move, other]", ""},
		{"kernel: Move", "kernel: Mvoe", `question.yaml:6:26: system move: no kernel is named "Mvoe": did you mean "Move"?`},
		{"kernel: Move", "kernel: Move, read: [Velocity]", "question.yaml:6:26: system move: kernel Move determines what it does: remove read"},
		{"measure: move", "  despawn: {children: 0}\nmeasure: despawn", "question.yaml:11:23: children 0: want at least 1 child per parent"},
		{"measure: move", "  despawn: {children: 3}\n  clone: {entities: 5}\nmeasure: despawn", "question.yaml:12:3: clone: want a world without parents, despawn, observe, detect, find and life"},
		{"measure: move", "  despawn: {children: 3}\nmeasure: despawn", ""},
		{"measure: move", "  save: {entities: 3}\nmeasure: save", `question.yaml:11:10: save has no key "entities"`},
		{"measure: move", "  save: {}\nmeasure: save", ""},
		{"kernel: Move", "kernel: Move, workers: 2", ""},
		{"{name: other, write: [Burning]}", "{name: one, kernel: Drift, workers: 2}\n  - {name: other, kernel: Move, workers: 2}", "question.yaml:8:42: workers: system other is the second one with workers, want one"},
		{"entities: 100\n", "entities: 100\nmode: chunk\n", ""},
		{"entities: 100\ncomponents: {Burning: 8}\nkinds: {mover: {share: 100%, has: [Position, Velocity]}}\nsystems:\n  - {name: move, kernel: Move}", "entities: 100\nmode: chunk\ncomponents: {Burning: 8}\nkinds: {mover: {share: 100%, has: [Position, Velocity]}}\nsystems:\n  - {name: move, kernel: Move, workers: 2}", "question.yaml:3:7: mode chunk: system move has workers"},
		{"kernel: Move", "kernel: Move, work: 5ns", "remove work"},
		{"{Burning: 8}", "{Burning: 8, Position: 8}", "question.yaml:3:26: component Position: a kernel of the file declares it: remove this line"},
		{"has: [Position", "has: [Positoin", `no component is named "Positoin": did you mean "Position"?`},
		{"entities: 100\n", "entities: 100\nframes: 50\n", "question.yaml:3:9: frames is about frames, and measure times steps on their own: remove one of them"},
		{"entities: 100\n", "entities: 100\nbudget: {tick: 8ms}\n", "budget is about frames"},
		{"entities: 100\n", "entities: 100\nthresholds: {p99: 8ms}\n", "thresholds is about frames"},
		{"entities: 100\n", "entities: find\n", "question.yaml:2:11: entities: find is about frames"},
		{"entities: 100\n", "entities: 100\naged: 1_000\n", "question.yaml:3:7: aged 1000: want at most 100 rounds"},
		{"entities: 100\n", "entities: 100\nmode: entiy\n", `question.yaml:3:7: mode "entiy": did you mean "entity"?`},
		{"entities: 100\n", "entities: 100\nmode: batch\n", "question.yaml:3:7: mode batch is for changes, and system move is measured: want library, entity or chunk"},
		{"undo: true}\n", "undo: true, when: deferred}\n", ""},
		{"kind: mover}\nmeasure: move", "kind: mover, when: deferred}\nmeasure: spawn", "question.yaml:10:43: when: deferred: a library records measured changes of components, and spawn is measured: remove when"},
		{"undo: true}\n  spawn: {entities: 5, kind: mover}\nmeasure: move", "undo: true, order: turns, when: deferred}\nmeasure: change", "question.yaml:9:73: when: deferred: each change is recorded on its own: want mode library or entity, and another order than turns"},
		{"undo: true", "remove: Burning, undo: true", "change: undo, and add and remove name the same components: remove one of them"},
		{"{name: move, kernel: Move}", "{name: move, kernel: Move, every: 2}", "measure: move does not happen in every frame: remove every"},
	} {
		if !strings.Contains(question, test.old) {
			t.Fatalf("no %q", test.old)
		}
		_, err := format.Parse("question.yaml", []byte(strings.Replace(question, test.old, test.now, 1)))
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n")) {
			t.Errorf("%q: %v, want %s", test.now, err, test.want)
		}
	}
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
