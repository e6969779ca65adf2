package main

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
	recorder.Frame // sums of all frames
	frames         int
	start          map[string]int       // entities by set, before the first frame
	bursts         map[string]int       // frames in which a set was spawned
	work           map[string][]float64 // nanoseconds per entity of each frame, by system
	related        int                  // before the first frame
	id             map[string]string    // of components
}

// fit sketches a world from a recording: populations, rates, the age of destroyed entities,
// bursts, the share of stale handles, systems and how often they run.
func fit(name string, text []byte) (*sketch, error) {
	if bytes.Contains(text[:min(len(text), 200)], []byte("ComponentTypeNames")) {
		return nil, errors.New("these are statistics of Ark: use ecsbench world import")
	}
	t, err := add(text)
	if err != nil {
		return nil, err
	}
	s := &sketch{Name: name, Comments: []string{fmt.Sprintf("Made from a recording of %s.", count(t.frames, "frame"))}}
	names := t.names()
	t.id = identifiers(names)
	for _, n := range names {
		c, declared := t.Components[n]
		if !declared {
			c.Bytes = 8
		}
		k := sketchedComponent{Name: t.id[n], Bytes: min(max(0, c.Bytes), mostBytes), Pointers: c.Pointers && c.Bytes > 0, Guessed: !declared}
		if k.Pointers {
			k.Bytes = (k.Bytes + 7) / 8 * 8
		}
		s.Components = append(s.Components, k)
	}
	kindOf := s.kinds(t)
	if len(s.Kinds) == 0 {
		return nil, errors.New("the recording has no entities: call Spawn for those of the start too")
	}
	inOrder := slices.SortedFunc(maps.Keys(t.Systems), func(a, b string) int {
		return cmp.Or(t.Systems[a].Place-t.Systems[b].Place, strings.Compare(a, b))
	})
	id := identifiers(inOrder)
	for _, n := range inOrder {
		y := t.Systems[n]
		every := max(1, (t.frames+y.Runs/2)/max(1, y.Runs))
		s.Systems = append(s.Systems, sketchedSystem{Name: id[n], Read: t.ids(y.Read), Write: t.ids(y.Write), Every: every, Work: t.typical(n)})
	}
	s.changes(t, kindOf)
	return s, nil
}

// add reads a recording. It ignores an incomplete last line.
func add(text []byte) (*totals, error) {
	counts := func() map[string]int { return make(map[string]int) }
	t := &totals{
		Frame: recorder.Frame{
			Components: make(map[string]recorder.Component), Spawn: counts(), Destroy: make(map[string]*recorder.Destroyed),
			Add: counts(), Remove: counts(), Set: counts(), Lookup: counts(), Stale: counts(), Systems: make(map[string]*recorder.System),
		},
		start: counts(), bursts: counts(), work: make(map[string][]float64),
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
		if err := checkFrame(&f); err != nil {
			return nil, fmt.Errorf("line %d is no frame of a recording: %w", n, err)
		}
		t.frame(&f)
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if t.frames == 0 {
		return nil, errors.New("the recording has no frames: call Frame after the set-up and at the end of each frame")
	}
	return t, nil
}

// mostCounted is above any number of a recording, and sums of it do not overflow.
const mostCounted = 1_000_000_000

// checkFrame returns an error for values that package recorder does not write.
func checkFrame(f *recorder.Frame) error {
	number := func(what string, n int) error {
		if n < 0 || n > mostCounted {
			return fmt.Errorf("%s is %d: want a number from 0 to %d", what, n, mostCounted)
		}
		return nil
	}
	errs := []error{number("frame", f.Number), number("attach", f.Attach), number("detach", f.Detach)}
	for what, counts := range map[string]map[string]int{"spawn": f.Spawn, "add": f.Add, "remove": f.Remove, "set": f.Set, "lookup": f.Lookup, "stale": f.Stale} {
		for name, n := range counts {
			errs = append(errs, number(fmt.Sprintf("%s of %q", what, name), n))
		}
	}
	for name, d := range f.Destroy {
		switch {
		case d == nil:
			errs = append(errs, fmt.Errorf("destroy of %q is null: want a count and an age", name))
		case !(d.Age >= 0 && d.Age <= mostCounted):
			errs = append(errs, fmt.Errorf("destroy of %q has the age %g: want a sum of shares", name, d.Age))
		default:
			errs = append(errs, number(fmt.Sprintf("destroy of %q", name), d.Count))
		}
	}
	for name, y := range f.Systems {
		if y == nil {
			errs = append(errs, fmt.Errorf("system %q is null: want its components and runs", name))
			continue
		}
		errs = append(errs, number(fmt.Sprintf("runs of system %q", name), y.Runs), number(fmt.Sprintf("place of system %q", name), y.Place),
			number(fmt.Sprintf("entities of system %q", name), y.Entities), number(fmt.Sprintf("handles of system %q", name), y.Handles))
		if y.Took < 0 {
			errs = append(errs, fmt.Errorf("system %q took %d ns: want a positive time", name, y.Took))
		}
	}
	errs = slices.DeleteFunc(errs, func(err error) bool { return err == nil })
	if len(errs) == 0 {
		return nil
	}
	// The order of maps is random, and the error is not.
	return slices.MinFunc(errs, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
}

// frame adds a frame.
func (t *totals) frame(f *recorder.Frame) {
	maps.Copy(t.Components, f.Components)
	if f.Number == 0 {
		plus(t.start, f.Spawn)
		for set, d := range f.Destroy {
			t.start[set] -= d.Count
		}
		t.related += f.Attach - f.Detach
		return
	}
	t.frames++
	t.Attach += f.Attach
	plus(t.Spawn, f.Spawn)
	plus(t.Add, f.Add)
	plus(t.Remove, f.Remove)
	plus(t.Set, f.Set)
	plus(t.Lookup, f.Lookup)
	plus(t.Stale, f.Stale)
	for set := range f.Spawn {
		t.bursts[set]++
	}
	for set, d := range f.Destroy {
		destroy(t.Destroy, set, d)
	}
	for n, y := range f.Systems {
		if t.Systems[n] == nil {
			t.Systems[n] = &recorder.System{Read: y.Read, Write: y.Write, Place: y.Place}
		}
		t.Systems[n].Runs += y.Runs
		if y.Entities > 0 {
			t.work[n] = append(t.work[n], workOf(y))
		}
	}
}

func plus(to, more map[string]int) {
	for k, n := range more {
		to[k] += n
	}
}

func destroy(to map[string]*recorder.Destroyed, key string, more *recorder.Destroyed) {
	if to[key] == nil {
		to[key] = new(recorder.Destroyed)
	}
	to[key].Count += more.Count
	to[key].Age += more.Age
}

// names lists all components, whether declared or not.
func (t *totals) names() []string {
	names := slices.Collect(maps.Keys(t.Components))
	for _, m := range []map[string]int{t.start, t.Spawn} {
		for set := range m {
			names = append(names, components(set)...)
		}
	}
	for _, m := range []map[string]int{t.Add, t.Remove, t.Set, t.Lookup} {
		names = slices.AppendSeq(names, maps.Keys(m))
	}
	for _, y := range t.Systems {
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

// kinds groups sets by their permanent components. It returns the kind of each set.
func (s *sketch) kinds(t *totals) (kindOf map[string]string) {
	dynamic := func(c string) bool { return t.Add[c]+t.Remove[c] > 0 }
	type group struct {
		sketchedKind
		some map[string]int
	}
	groups := make(map[string]*group)
	sets := maps.Clone(t.start)
	for set := range t.Spawn {
		sets[set] += 0
	}
	for _, set := range slices.Sorted(maps.Keys(sets)) {
		has := slices.DeleteFunc(components(set), dynamic)
		some := without(components(set), has)
		if len(has) == 0 { // all components are temporary
			has, some = some, nil
		}
		if len(has) == 0 {
			continue
		}
		key := strings.Join(has, "+")
		g := groups[key]
		if g == nil {
			g = &group{sketchedKind{Has: has}, make(map[string]int)}
			groups[key] = g
		}
		g.Count += max(0, sets[set])
		for _, c := range some {
			g.some[c] += max(0, sets[set])
		}
		g.sets = append(g.sets, set)
	}
	used := make(map[string]int) // 1 for components that systems use
	for _, y := range t.Systems {
		for _, c := range slices.Concat(y.Read, y.Write) {
			used[c] = 1
		}
	}
	for _, key := range slices.Sorted(maps.Keys(groups)) {
		g := groups[key]
		if g.Count == 0 { // they live within a frame: as many as are spawned in a frame
			for _, set := range g.sets {
				g.Count += (t.Spawn[set] + t.frames - 1) / t.frames
			}
		}
		for _, c := range slices.Sorted(maps.Keys(g.some)) {
			if len(g.Some) < mostOptions && g.Count > 0 {
				g.Some = append(g.Some, sketchedOption{t.id[c], 100 * (float64(g.some[c]) / float64(g.Count))})
			}
		}
		slices.SortStableFunc(g.Has, func(a, b string) int { return used[b] - used[a] }) // unused components are omitted first
		g.Has = s.atMost(t.ids(g.Has), mostPerKind-len(g.Some))
		slices.Sort(g.Has)
		s.Kinds = append(s.Kinds, g.sketchedKind)
	}
	s.merge()
	s.kindNames()
	kindOf = make(map[string]string)
	for _, k := range s.Kinds {
		for _, set := range k.sets {
			kindOf[set] = k.Name
		}
	}
	return kindOf
}

// Approximate times of the generated program without work.
const (
	perVisit  = 1 * time.Nanosecond  // loop and calculation
	perHandle = 10 * time.Nanosecond // look-up
)

// workOf returns the time per entity beyond the time of the generated program itself, in
// nanoseconds.
func workOf(y *recorder.System) float64 {
	besides := time.Duration(y.Entities)*perVisit + time.Duration(y.Handles)*perHandle
	return float64(time.Duration(y.Took)-besides) / float64(y.Entities)
}

// typical returns the median work of frames, since other programs disturb some of them.
func (t *totals) typical(system string) time.Duration {
	list := slices.Sorted(slices.Values(t.work[system]))
	if len(list) == 0 {
		return 0
	}
	return max(0, time.Duration(math.Round(list[len(list)/2])))
}

// changes writes the lines of tick.
func (s *sketch) changes(t *totals, kindOf map[string]string) {
	frames := float64(t.frames)
	perFrame := func(n int) string { return fmt.Sprintf("%.3g", float64(n)/frames) }
	lines := make(map[string][]string)
	put := func(key, format string, args ...any) { lines[key] = append(lines[key], fmt.Sprintf(format, args...)) }
	spawned, bursts := make(map[string]int), make(map[string]int)
	for set, n := range t.Spawn {
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
	destroyed := make(map[string]*recorder.Destroyed)
	for set, d := range t.Destroy {
		kind := kindOf[set]
		if kind == "" {
			kind = nearest(s.Kinds, t.ids(components(set))).Name
		}
		destroy(destroyed, kind, d)
	}
	for _, kind := range slices.Sorted(maps.Keys(destroyed)) {
		d := destroyed[kind]
		put("destroy", "{entities: %s, kind: %s, order: %s}", perFrame(d.Count), kind, orderOfAge(d.Age/float64(max(1, d.Count))))
	}
	for _, c := range slices.Sorted(maps.Keys(t.Add)) {
		both := min(t.Add[c], t.Remove[c])
		if both > 0 {
			put("change", "{entities: %s, add: %s, remove: %[2]s}", perFrame(2*both), t.id[c])
		}
		if more := t.Add[c] - both; float64(more) > 0.1*float64(t.Add[c]) {
			put("change", "{entities: %s, add: %s}", perFrame(more), t.id[c])
		}
	}
	for _, c := range slices.Sorted(maps.Keys(t.Remove)) {
		if more := t.Remove[c] - min(t.Add[c], t.Remove[c]); float64(more) > 0.1*float64(t.Remove[c]) {
			put("change", "{entities: %s, remove: %s}", perFrame(more), t.id[c])
		}
	}
	for _, c := range slices.Sorted(maps.Keys(t.Set)) {
		put("set", "{entities: %s, component: %s}", perFrame(t.Set[c]), t.id[c])
	}
	for _, c := range slices.Sorted(maps.Keys(t.Lookup)) {
		put("lookup", "{entities: %s, component: %s, stale: %.3g%%}", perFrame(t.Lookup[c]), t.id[c], 100*float64(t.Stale[c])/float64(t.Lookup[c]))
	}
	if t.related > 0 {
		put("parents", "{relations: %d, reparent: %s, visit: all}", t.related, perFrame(t.Attach))
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

// orderOfAge returns the order of selection for a mean age: 0 for the oldest.
func orderOfAge(age float64) string {
	switch {
	case age < 0.2:
		return "oldest"
	case age > 0.8:
		return "newest"
	}
	return "random"
}
