package ecs_test

import (
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strings"

	"pgregory.net/rapid"
)

// A rule is an operation on some entities, in a way. The library and the model carry it out.
type rule struct {
	Op     string
	Way    string // a system: "commands", "parallel", "exclusive", "reload"; else "later", "direct" or "observer"
	Loop   string // All, Each, Chunks or Sorted
	Share  uint32 // one in so many entities
	Number int    // of the rule
	Group  string // of the system
	When   bool   // it has a run condition
}

// operations are what happens to entities.
var operations = []string{
	"spawn", "clone", "destroy", "destroy tree", "set word", "remove word", "set bag", "remove bag", "add pair", "remove pair",
	"exchange", "set kept", "remove kept", "name", "detach", "adopt", "blow", "enter", "leave", "join", "like", "house",
}

// crowd is the number of entities from which none are created.
const crowd = 900

func drawRule(t *rapid.T, number int, ways ...string) rule {
	r := rule{
		Op: one(t, operations, "operation"), Way: one(t, ways, "way"), Loop: one(t, []string{"All", "Each", "Chunks", "Sorted"}, "loop"),
		Share: rapid.Uint32Range(1, 6).Draw(t, "share"), Number: number,
	}
	if r.creates() {
		r.Share += 2
	}
	return r
}

func (r rule) creates() bool { return r.Op == "spawn" || r.Op == "clone" || r.Op == "house" }

// applies reports whether the rule concerns an entity at a time when there are so many.
func (r rule) applies(key string, now, entities int) bool {
	if r.creates() && entities > crowd {
		return false
	}
	h := fnv.New32a()
	fmt.Fprint(h, key, now, r.Op, r.Number)
	return h.Sum32()%r.Share == 0
}

// child is the key of the entity that the rule creates.
func (r rule) child(key string, now int) string { return fmt.Sprintf("%s.%d/%d", key, now, r.Number) }

// value is what the rule sets.
func (r rule) value(key string, now int) int { return (len(key)+now+r.Number)%200 + 1 }

// A being is an entity in the model.
type being struct {
	word         *uint32
	written      bool // its word, since the mark
	bag          *modelBag
	tag          bool
	odd, large   int // 0 if missing
	kept         int // 0 if missing
	parent, name string

	inside, part, likes string // targets of relations
}

type modelBag struct {
	self, other string // keys
	note        string
}

// beings is the state of the model, by key.
type beings map[string]*being

// An act is a rule for an entity, when it is recorded.
type act struct {
	rule
	key, other string // other is to be in its bag, or to be its parent
	now        int    // when it is recorded
	late       bool   // the entity has another handle now
}

// acts returns what a rule does to entities in the order in which a loop visited them.
func (m beings) acts(r rule, order []string, now, entities int) (list []act) {
	for _, key := range order {
		if !r.applies(key, now, entities) {
			continue
		}
		a := act{rule: r, key: key, other: m[key].parent, now: now}
		switch r.Op {
		case "adopt", "enter", "join", "like":
			a.other = ""
			if b := m[key].bag; b != nil && m[b.other] != nil {
				a.other = b.other
			}
		}
		list = append(list, a)
	}
	return list
}

func (m beings) destroy(key string) {
	delete(m, key)
	for _, other := range slices.Sorted(maps.Keys(m)) {
		b := m[other]
		if b == nil {
			continue
		}
		if b.parent == key {
			b.parent = ""
		}
		if b.inside == key {
			b.inside = ""
		}
		if b.part == key {
			m.destroy(other)
		}
	}
}

func (m beings) destroyTree(root string) {
	list := []string{root}
	for i := 0; i < len(list); i++ {
		for key, b := range m {
			if b.parent == list[i] {
				list = append(list, key)
			}
		}
	}
	for _, key := range list {
		if m[key] != nil {
			m.destroy(key)
		}
	}
}

func (m beings) carryOut(a act) {
	b, value := m[a.key], a.value(a.key, a.now)
	if a.late {
		b = nil
	}
	n := uint32(value)
	if a.Op == "spawn" { // also if the parent is dead
		child := a.child(a.key, a.now)
		m[child] = &being{word: &n, bag: &modelBag{child, "none", "child"}}
		if b != nil {
			m[child].parent, m[child].bag.other = a.key, a.key
		}
		return
	}
	if a.Op == "house" {
		child := a.child(a.key, a.now)
		if m[child] = new(being); b != nil {
			m[child].inside, b.likes = a.key, child
		}
	}
	if a.Op == "create" {
		m[a.key] = &being{}
	}
	if b == nil {
		return
	}
	switch a.Op {
	case "clone":
		c := *b
		c.parent, c.name, c.written = "", "", false
		if b.word != nil {
			n := *b.word
			c.word = &n
		}
		m[a.child(a.key, a.now)] = &c
	case "destroy":
		m.destroy(a.key)
	case "destroy tree":
		m.destroyTree(a.key)
	case "set word":
		b.written = b.word != nil
		b.word = &n
	case "remove word":
		b.word, b.written = nil, false
	case "set bag":
		b.bag = &modelBag{a.key, a.other, fmt.Sprint(a.key, a.now)}
	case "remove bag":
		b.bag = nil
	case "add pair":
		b.addPair(value)
	case "remove pair":
		b.removePair()
	case "exchange":
		b.exchange()
	case "set kept":
		b.kept = value
	case "remove kept":
		b.kept = 0
	case "name":
		b.name = "name of " + a.key
	case "detach":
		b.parent = ""
	case "adopt":
		if m[a.other] != nil {
			b.parent = a.other
		}
	case "leave":
		b.inside = ""
	}
	if a.other == "" {
		return
	}
	switch dead := m[a.other] == nil; a.Op { // since the change was recorded
	case "enter":
		if b.inside = a.other; dead {
			b.inside = ""
		}
	case "join":
		if b.part = a.other; dead {
			m.destroy(a.key)
		}
	case "like":
		b.likes = a.other
	}
}

func (b *being) addPair(value int) bool {
	if b.odd != 0 || b.large != 0 {
		return false
	}
	b.odd, b.large = value, value
	return true
}

func (b *being) removePair() bool {
	if b.odd == 0 || b.large == 0 {
		return false
	}
	b.odd, b.large = 0, 0
	return true
}

func (b *being) exchange() bool {
	if b.tag || b.odd == 0 {
		return false
	}
	b.tag, b.odd = true, 0
	return true
}

// transit is what [stage.transit] changes.
func (m beings) transit(seed uint64) {
	for _, b := range m {
		if unknown(seed) {
			b.likes, b.large = "", 0
		}
	}
}

// String lists all entities. Keys of dead ones in bags are none.
func (m beings) String() string {
	known := func(key string) string {
		if m[key] == nil {
			return "none"
		}
		return key
	}
	var s strings.Builder
	for _, key := range slices.Sorted(maps.Keys(m)) {
		b := m[key]
		fmt.Fprintf(&s, "%s under %q name %q:", key, b.parent, b.name)
		if b.word != nil {
			fmt.Fprintf(&s, " word %d written %v", *b.word, b.written)
		}
		if b.bag != nil {
			fmt.Fprintf(&s, " bag %s %s %s", known(b.bag.self), known(b.bag.other), b.bag.note)
		}
		fmt.Fprintf(&s, " inside %q part of %q likes %q", b.inside, b.part, known(b.likes))
		fmt.Fprintf(&s, " tag %v odd %d large %d kept %d\n", b.tag, b.odd, b.large, b.kept)
	}
	return s.String()
}
