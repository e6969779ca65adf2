package volt

import (
	"testing"

	"github.com/akmonengine/volt"
)

// plain opens a world as a program would.
func plain(capacity int) *volt.World {
	w := volt.CreateWorld(capacity)
	for _, c := range types[:12] {
		c.register(w)
	}
	return w
}

// TestHandlesAreReused: a handle is ambiguous after reuse of its number.
func TestHandlesAreReused(t *testing.T) {
	w := plain(0)
	first := w.CreateEntity()
	w.RemoveEntity(first)
	if second := w.CreateEntity(); second != first {
		t.Error("an entity has a handle of its own: the generations of the adapter may go")
	}
}

// TestEntitiesWithoutComponentsAreMixedUp shows why entities here always have a
// component: one that was created without any stays on the list of those for
// ever, and is given another entity's place when one of these is removed.
func TestEntitiesWithoutComponentsAreMixedUp(t *testing.T) {
	w := plain(0)
	bare := w.CreateEntity()
	var others []volt.EntityId
	for i := range 2 {
		e := w.CreateEntity()
		must(volt.AddComponent(w, e, cPosition{X: float32(i)}))
		others = append(others, e)
	}
	w.RemoveEntity(bare)
	if p := volt.GetComponent[cPosition](w, others[1]); p.X == 1 {
		t.Error("all components are where they belong: the component anything is no longer needed")
	}
}

// TestRemovalBehind1024ArchetypesLosesTrack shows a bug that no adapter can work
// around: where the removal of a component makes archetype 1025, the entity
// stays in its old archetype too, and queries see it twice.
func TestRemovalBehind1024ArchetypesLosesTrack(t *testing.T) {
	w := plain(0)
	create := func(has func(c int) bool) volt.EntityId {
		e := w.CreateEntity()
		for c := range 11 {
			if has(c) {
				types[c].set(w, e, 0)
			}
		}
		return e
	}
	// 1024 archetypes: all sets of the first ten components but one, and one of
	// the eleventh.
	const missing = 1<<10 - 1 - 1<<5
	for set := 1; set < 1<<10; set++ {
		if set != missing {
			w.RemoveEntity(create(func(c int) bool { return set>>c&1 != 0 }))
		}
	}
	w.RemoveEntity(create(func(c int) bool { return c == 10 }))

	must(volt.RemoveComponent[cBones](w, create(func(c int) bool { return c < 10 })))
	q := volt.CreateQuery1[cPosition](w, volt.QueryConfiguration{})
	if q.Count() == 1 {
		t.Error("the only entity is found once: this bug is gone")
	}
}

// TestSingleComponentsKeepGrowing: every entity that is created with one
// component, in the only way that there is, leaves its number on a list for
// ever.
func TestSingleComponentsKeepGrowing(t *testing.T) {
	w := plain(0)
	for range 100 {
		e := w.CreateEntity()
		must(volt.AddComponent(w, e, cPosition{}))
		w.RemoveEntity(e)
	}
	q := volt.CreateQuery1[cPosition](w, volt.QueryConfiguration{OptionalComponents: []volt.OptionalComponent{0}})
	if q.Count() == 0 {
		t.Error("an empty world's list of entities is empty: this bug is gone")
	}
}

// TestLimit: there is no component beyond the types that the adapter lets a
// world have, but for its own.
func TestLimit(t *testing.T) {
	if (anything{}).GetComponentId() != maxTypes {
		t.Error("the component anything has a number that worlds may have")
	}
	defer func() {
		if recover() == nil {
			t.Error("component 2048 was registered: the limit has risen")
		}
	}()
	volt.RegisterComponent[beyond](plain(0), &volt.ComponentConfig[beyond]{})
}

type beyond struct{}

func (beyond) GetComponentId() volt.ComponentId { return maxTypes + 1 }

// TestCountIsOfRoom: entities that there is room for are counted.
func TestCountIsOfRoom(t *testing.T) {
	if plain(100).Count() == 0 {
		t.Error("an empty world has no entities: Len may be Count")
	}
}
