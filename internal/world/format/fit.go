package format

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/recorder"
)

// A totals adds up a recording.
type totals struct {
	frames     int
	components map[string]recorder.Component
	start      map[string]int // entities by set, before the first frame
	spawn      map[string]int
	destroy    map[string]recorder.Destroyed
	bursts     map[string]int // frames in which a set was spawned
	add        map[string]int
	remove     map[string]int
	set        map[string]int
	lookup     map[string]int
	stale      map[string]int
	systems    map[string]*recorder.System
	work       map[string][]float64 // nanoseconds per entity of each frame, by system
	attach     int
	related    int // before the first frame
	detach     int
	id         map[string]string // of components
}

// Fit sketches a world from a recording: populations, rates, the order in which
// entities end, bursts, the share of stale handles, systems and how often they run.
func Fit(name string, text []byte) (*Sketch, error) {
	if bytes.Contains(text[:min(len(text), 200)], []byte("ComponentTypeNames")) {
		return nil, errors.New("these are statistics of Ark: use ecsbench world import")
	}
	t, err := add(text)
	if err != nil {
		return nil, err
	}
	s := &Sketch{Name: name, Comments: []string{fmt.Sprintf("Made from a recording of %d frames.", t.frames)}}
	names := t.names()
	t.id = identifiers(names)
	for _, n := range names {
		c, declared := t.components[n]
		if !declared {
			c.Bytes = 8
		}
		s.Components = append(s.Components, sketchedComponent{Name: t.id[n], Bytes: min(max(0, c.Bytes), mostBytesOfComponent), Pointers: c.Pointers && c.Bytes > 0, Guessed: !declared})
	}
	dynamic := make(map[string]bool) // components that come and go
	for _, m := range []map[string]int{t.add, t.remove} {
		for c := range m {
			dynamic[c] = true
		}
	}
	kindOf := s.kinds(t, dynamic)
	if len(s.Kinds) == 0 {
		return nil, errors.New("the recording has no entities: call Spawn for those of the start too")
	}
	inOrder := func(a, b string) int {
		return cmp.Or(t.systems[a].Place-t.systems[b].Place, strings.Compare(a, b))
	}
	inOrderOfFrame := slices.SortedFunc(maps.Keys(t.systems), inOrder)
	id := identifiers(inOrderOfFrame)
	for _, n := range inOrderOfFrame {
		y := t.systems[n]
		every := max(1, (t.frames+y.Runs/2)/max(1, y.Runs))
		s.Systems = append(s.Systems, sketchedSystem{Name: id[n], Read: t.ids(y.Read), Write: t.ids(y.Write), Every: every, Work: t.typical(n)})
	}
	s.changes(t, kindOf)
	return s, nil
}

// add reads a recording. A last line that was cut off is left out.
func add(text []byte) (*totals, error) {
	t := &totals{
		components: make(map[string]recorder.Component), start: make(map[string]int), spawn: make(map[string]int), destroy: make(map[string]recorder.Destroyed),
		bursts: make(map[string]int), add: make(map[string]int), remove: make(map[string]int), set: make(map[string]int), lookup: make(map[string]int),
		stale: make(map[string]int), systems: make(map[string]*recorder.System),
		work: make(map[string][]float64),
	}
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 16<<20)
	for n := 1; lines.Scan(); n++ {
		var f recorder.Frame
		if err := json.Unmarshal(lines.Bytes(), &f); err != nil {
			if len(text) > 0 && text[len(text)-1] != '\n' && bytes.HasSuffix(text, lines.Bytes()) {
				break
			}
			return nil, fmt.Errorf("line %d is no frame of a recording: %w", n, err)
		}
		maps.Copy(t.components, f.Components)
		if f.Number == 0 {
			plus(t.start, f.Spawn)
			for set, d := range f.Destroy {
				t.start[set] -= d.Count
			}
			t.related += f.Attach - f.Detach
			continue
		}
		t.frames++
		plus(t.spawn, f.Spawn)
		for set := range f.Spawn {
			t.bursts[set]++
		}
		for set, d := range f.Destroy {
			sum := t.destroy[set]
			t.destroy[set] = recorder.Destroyed{Count: sum.Count + d.Count, Age: sum.Age + d.Age}
		}
		plus(t.add, f.Add)
		plus(t.remove, f.Remove)
		plus(t.set, f.Set)
		plus(t.lookup, f.Lookup)
		plus(t.stale, f.Stale)
		for n, y := range f.Systems {
			if t.systems[n] == nil {
				t.systems[n] = &recorder.System{Read: y.Read, Write: y.Write, Place: y.Place}
			}
			sum := t.systems[n]
			sum.Runs += y.Runs
			if y.Entities > 0 {
				t.work[n] = append(t.work[n], workOf(y))
			}
		}
		t.attach, t.detach = t.attach+f.Attach, t.detach+f.Detach
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if t.frames == 0 {
		return nil, errors.New("the recording has no frames: call Frame after the set-up and at the end of each frame")
	}
	return t, nil
}

// names lists all components, whether declared or not.
func (t *totals) names() []string {
	names := slices.Collect(maps.Keys(t.components))
	for _, m := range []map[string]int{t.start, t.spawn} {
		for set := range m {
			names = append(names, components(set)...)
		}
	}
	for _, m := range []map[string]int{t.add, t.remove, t.set, t.lookup} {
		names = slices.AppendSeq(names, maps.Keys(m))
	}
	for _, y := range t.systems {
		names = slices.Concat(names, y.Read, y.Write)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// components divides a set.
func components(set string) []string {
	return slices.DeleteFunc(strings.Split(set, "+"), func(c string) bool { return c == "" })
}

// ids are the names of components in the world file.
func (t *totals) ids(names []string) (ids []string) {
	for _, n := range names {
		ids = append(ids, t.id[n])
	}
	return ids
}

func plus(to, more map[string]int) {
	for k, n := range more {
		to[k] += n
	}
}

// kinds groups sets by the components that do not come and go. It returns the kind
// of each set.
func (s *Sketch) kinds(t *totals, dynamic map[string]bool) (kindOf map[string]string) {
	kindOf = make(map[string]string)
	type group struct {
		has   []string
		count int
		some  map[string]int
		sets  []string
	}
	groups := make(map[string]*group)
	sets := maps.Clone(t.start)
	for set := range t.spawn {
		sets[set] += 0
	}
	for _, set := range slices.Sorted(maps.Keys(sets)) {
		var has, some []string
		for _, c := range components(set) {
			if dynamic[c] {
				some = append(some, c)
			} else {
				has = append(has, c)
			}
		}
		if len(has) == 0 { // nothing stays
			has, some = some, nil
		}
		if len(has) == 0 {
			continue
		}
		key := strings.Join(has, "+")
		g := groups[key]
		if g == nil {
			g = &group{has: has, some: make(map[string]int)}
			groups[key] = g
		}
		g.count += max(0, sets[set])
		for _, c := range some {
			g.some[c] += max(0, sets[set])
		}
		g.sets = append(g.sets, set)
	}
	used := make(map[string]int) // 1 for components that systems use
	for _, y := range t.systems {
		for _, c := range slices.Concat(y.Read, y.Write) {
			used[c] = 1
		}
	}
	for _, key := range slices.Sorted(maps.Keys(groups)) {
		g := groups[key]
		if g.count == 0 { // they live within a frame: as many as a frame spawns
			for _, set := range g.sets {
				g.count += (t.spawn[set] + t.frames - 1) / t.frames
			}
		}
		k := sketchedKind{Count: g.count, sets: g.sets}
		for _, c := range slices.Sorted(maps.Keys(g.some)) {
			if len(k.Some) < mostOptions && g.count > 0 {
				k.Some = append(k.Some, sketchedOption{t.id[c], float64(g.some[c]) / float64(g.count)})
			}
		}
		slices.SortStableFunc(g.has, func(a, b string) int { return used[b] - used[a] }) // the others are left out first
		k.Has = s.atMost(t.ids(g.has), mostPerKind-len(k.Some))
		slices.Sort(k.Has)
		s.Kinds = append(s.Kinds, k)
	}
	s.merge()
	s.kindNames()
	for _, k := range s.Kinds {
		for _, set := range k.sets {
			kindOf[set] = k.Name
		}
	}
	return kindOf
}

// The generated program takes about so long without work.
const (
	perVisit  = 1 * time.Nanosecond  // loop and calculation
	perHandle = 10 * time.Nanosecond // look-up
)

// workOf is the time per entity besides what the generated program takes by itself, in
// nanoseconds.
func workOf(y *recorder.System) float64 {
	besides := time.Duration(y.Entities)*perVisit + time.Duration(y.Handles)*perHandle
	return float64(time.Duration(y.Took)-besides) / float64(y.Entities)
}

// typical is the median of the work in frames, since other programs disturb some of them.
func (t *totals) typical(system string) time.Duration {
	list := slices.Sorted(slices.Values(t.work[system]))
	if len(list) == 0 {
		return 0
	}
	return max(0, time.Duration(math.Round(list[len(list)/2])))
}

// changes writes the lines of tick.
func (s *Sketch) changes(t *totals, kindOf map[string]string) {
	frames := float64(t.frames)
	perFrame := func(n int) string { return fmt.Sprintf("%.3g", float64(n)/frames) }
	lines := make(map[string][]string)
	put := func(key, format string, args ...any) { lines[key] = append(lines[key], fmt.Sprintf(format, args...)) }
	spawned, bursts := make(map[string]int), make(map[string]int)
	for set, n := range t.spawn {
		spawned[kindOf[set]] += n
		bursts[kindOf[set]] = max(bursts[kindOf[set]], t.bursts[set])
	}
	for _, kind := range slices.Sorted(maps.Keys(spawned)) {
		if every := t.frames / max(1, bursts[kind]); every >= 3 && kind != "" {
			put("spawn", "{entities: %.3g, kind: %s, every: %d}", float64(spawned[kind])/float64(bursts[kind]), kind, every)
		} else if kind != "" {
			put("spawn", "{entities: %s, kind: %s}", perFrame(spawned[kind]), kind)
		}
	}
	destroyed := make(map[string]recorder.Destroyed)
	for set, d := range t.destroy {
		kind := kindOf[set]
		if kind == "" {
			kind = s.nearest(t.ids(components(set)))
		}
		sum := destroyed[kind]
		destroyed[kind] = recorder.Destroyed{Count: sum.Count + d.Count, Age: sum.Age + d.Age}
	}
	for _, kind := range slices.Sorted(maps.Keys(destroyed)) {
		d := destroyed[kind]
		put("destroy", "{entities: %s, kind: %s, order: %s}", perFrame(d.Count), kind, orderOfAge(d.Age/float64(max(1, d.Count))))
	}
	for _, c := range slices.Sorted(maps.Keys(t.add)) {
		both := min(t.add[c], t.remove[c])
		if both > 0 {
			put("change", "{entities: %s, add: %s, remove: %[2]s}", perFrame(2*both), t.id[c])
		}
		if more := t.add[c] - both; float64(more) > 0.1*float64(t.add[c]) {
			put("change", "{entities: %s, add: %s}", perFrame(more), t.id[c])
		}
	}
	for _, c := range slices.Sorted(maps.Keys(t.remove)) {
		if more := t.remove[c] - min(t.add[c], t.remove[c]); float64(more) > 0.1*float64(t.remove[c]) {
			put("change", "{entities: %s, remove: %s}", perFrame(more), t.id[c])
		}
	}
	for _, c := range slices.Sorted(maps.Keys(t.set)) {
		put("set", "{entities: %s, component: %s}", perFrame(t.set[c]), t.id[c])
	}
	for _, c := range slices.Sorted(maps.Keys(t.lookup)) {
		put("lookup", "{entities: %s, component: %s, stale: %.3g%%}", perFrame(t.lookup[c]), t.id[c], 100*float64(t.stale[c])/float64(t.lookup[c]))
	}
	if t.related > 0 {
		put("parents", "{relations: %d, reparent: %s, visit: all}", t.related, perFrame(t.attach))
	}
	for _, key := range []string{"spawn", "destroy", "change", "set", "lookup", "parents"} {
		switch list := lines[key]; len(list) {
		case 0:
		case 1:
			s.Changes = append(s.Changes, key+": "+list[0])
		default:
			s.Changes = append(s.Changes, key+":")
			for _, l := range list {
				s.Changes = append(s.Changes, "  - "+l)
			}
		}
	}
}

// nearest is the kind with the fewest components more or less.
func (s *Sketch) nearest(set []string) string {
	best, least := s.Kinds[0].Name, 1<<30
	for _, k := range s.Kinds {
		if d := differing(k.Has, set); d < least {
			best, least = k.Name, d
		}
	}
	return best
}

// orderOfAge is the order of selection with such a mean age: 0 for the oldest.
func orderOfAge(age float64) string {
	switch {
	case age < 0.2:
		return "oldest"
	case age > 0.8:
		return "newest"
	}
	return "random"
}
