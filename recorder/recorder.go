// Package recorder writes what a program does with its entities, frame by frame, so
// that ecsbench can turn it into a world file:
//
//	r := recorder.New(file)
//	defer r.Close()
//	r.Component("Position", 8, false)
//	r.Spawn(id, "Position", "Velocity") // also at the start, before the first frame
//	for running {
//		r.System("move", []string{"Velocity"}, []string{"Position"})
//		r.Destroy(id)
//		r.Frame()
//	}
//
// Then run: ecsbench world fit FILE. Entities are numbers that are unique among living
// entities, such as a library's handle as a uint64. docs/your-world.md shows how to connect
// Ark's observers and World.Observe of package ecs. The package uses only the standard library.
//
// A recording has one line of JSON per frame. A recorder is for one goroutine. A nil recorder
// records nothing, so calls can stay in a program.
package recorder

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"time"
)

// A Component describes a component type.
type Component struct {
	Bytes    int  `json:"bytes"`
	Pointers bool `json:"pointers,omitempty"`
}

// A System describes one system that ran.
type System struct {
	Read  []string `json:"read,omitempty"`
	Write []string `json:"write,omitempty"`
	Runs  int      `json:"runs"`

	Place    int   `json:"place,omitempty"`    // in the frame, from 0
	Entities int   `json:"entities,omitempty"` // that it visited, see Took
	Took     int64 `json:"took,omitempty"`     // nanoseconds
	Handles  int   `json:"handles,omitempty"`  // look-ups and sets since it was recorded
}

// Destroyed has the number of destroyed entities and their age. Age is the sum of their ranks
// among living entities spawned with the same components, from 0 (oldest) to 1 (newest).
type Destroyed struct {
	Count int     `json:"count"`
	Age   float64 `json:"age"`
}

// A Frame is one line of a recording. A set of components is its sorted names, joined by '+'.
// Frame 0 has everything before the first frame.
type Frame struct {
	Number     int                   `json:"frame"`
	Components map[string]Component  `json:"components,omitempty"` // declared in this frame
	Spawn      map[string]int        `json:"spawn,omitempty"`      // entities by set
	Destroy    map[string]*Destroyed `json:"destroy,omitempty"`    // by set at the end
	Add        map[string]int        `json:"add,omitempty"`        // by component
	Remove     map[string]int        `json:"remove,omitempty"`
	Set        map[string]int        `json:"set,omitempty"`
	Lookup     map[string]int        `json:"lookup,omitempty"`
	Stale      map[string]int        `json:"stale,omitempty"` // of the look-ups
	Systems    map[string]*System    `json:"systems,omitempty"`
	Attach     int                   `json:"attach,omitempty"`
	Detach     int                   `json:"detach,omitempty"`
}

type entity struct {
	serial int
	set    []string
	line   *line
	ended  bool
}

// A line has the entities spawned with the same components, in order. Destroyed entities are
// removed when they reach its front.
type line struct {
	entities []*entity
	newest   int
}

func (l *line) oldest() int {
	for len(l.entities) > 0 && l.entities[0].ended {
		l.entities[0] = nil
		l.entities = l.entities[1:]
	}
	if len(l.entities) == 0 {
		return l.newest
	}
	return l.entities[0].serial
}

// A Recorder records one program.
type Recorder struct {
	out    *bufio.Writer
	frame  Frame
	alive  map[uint64]*entity
	lines  map[string]*line // by the set of components at first
	serial int
	system *System // that was recorded last
	err    error
}

// New starts a recording.
func New(w io.Writer) *Recorder {
	return &Recorder{out: bufio.NewWriter(w), alive: make(map[uint64]*entity), lines: make(map[string]*line)}
}

// Component declares a component type with its size in bytes.
func (r *Recorder) Component(name string, bytes int, pointers bool) {
	if r == nil {
		return
	}
	if r.frame.Components == nil {
		r.frame.Components = make(map[string]Component)
	}
	r.frame.Components[name] = Component{bytes, pointers}
}

// Spawn records a new entity.
func (r *Recorder) Spawn(e uint64, components ...string) {
	if r == nil {
		return
	}
	set := slices.Clone(components)
	slices.Sort(set)
	r.serial++
	key := strings.Join(set, "+")
	l := r.lines[key]
	if l == nil {
		l = &line{}
		r.lines[key] = l
	}
	born := &entity{serial: r.serial, set: set, line: l}
	l.entities, l.newest = append(l.entities, born), r.serial
	r.alive[e] = born
	count(&r.frame.Spawn, key, 1)
}

// Destroy records that an entity is destroyed.
func (r *Recorder) Destroy(e uint64) {
	if r == nil || r.alive[e] == nil {
		return
	}
	ended := r.alive[e]
	delete(r.alive, e)
	set := strings.Join(ended.set, "+")
	if r.frame.Destroy == nil {
		r.frame.Destroy = make(map[string]*Destroyed)
	}
	d := r.frame.Destroy[set]
	if d == nil {
		d = &Destroyed{}
		r.frame.Destroy[set] = d
	}
	d.Count++
	if oldest := ended.line.oldest(); ended.line.newest > oldest {
		d.Age += float64(ended.serial-oldest) / float64(ended.line.newest-oldest)
	}
	ended.ended = true
}

// Add records that an entity gains a component.
func (r *Recorder) Add(e uint64, component string) {
	if r == nil || r.alive[e] == nil || slices.Contains(r.alive[e].set, component) {
		return
	}
	at, _ := slices.BinarySearch(r.alive[e].set, component)
	r.alive[e].set = slices.Insert(r.alive[e].set, at, component)
	count(&r.frame.Add, component, 1)
}

// Remove records that an entity loses a component.
func (r *Recorder) Remove(e uint64, component string) {
	if r == nil || r.alive[e] == nil {
		return
	}
	at := slices.Index(r.alive[e].set, component)
	if at < 0 {
		return
	}
	r.alive[e].set = slices.Delete(r.alive[e].set, at, at+1)
	count(&r.frame.Remove, component, 1)
}

// Set records that a component of an entity is overwritten by handle.
func (r *Recorder) Set(component string) {
	if r == nil {
		return
	}
	count(&r.frame.Set, component, 1)
	r.byHandle()
}

// byHandle counts an access for the system that makes it.
func (r *Recorder) byHandle() {
	if r.system != nil {
		r.system.Handles++
	}
}

// Lookup records that a component is read by handle. stale means that the entity was already
// destroyed.
func (r *Recorder) Lookup(component string, stale bool) {
	if r == nil {
		return
	}
	count(&r.frame.Lookup, component, 1)
	r.byHandle()
	if stale {
		count(&r.frame.Stale, component, 1)
	}
}

// System records that a system runs. Look-ups and sets until the next system are its own.
func (r *Recorder) System(name string, read, write []string) {
	if r == nil {
		return
	}
	if r.frame.Systems == nil {
		r.frame.Systems = make(map[string]*System)
	}
	if r.frame.Systems[name] == nil {
		r.frame.Systems[name] = &System{Read: slices.Clone(read), Write: slices.Clone(write), Place: len(r.frame.Systems)}
	}
	r.system = r.frame.Systems[name]
	r.system.Runs++
}

// Took records how long a system ran for so many entities, after System. The time
// includes the look-ups of the system.
func (r *Recorder) Took(name string, entities int, d time.Duration) {
	if r == nil || r.frame.Systems[name] == nil {
		return
	}
	s := r.frame.Systems[name]
	s.Entities, s.Took = s.Entities+entities, s.Took+int64(d)
}

// Attach records that an entity gets a parent.
func (r *Recorder) Attach() {
	if r != nil {
		r.frame.Attach++
	}
}

// Detach records that an entity loses its parent.
func (r *Recorder) Detach() {
	if r != nil {
		r.frame.Detach++
	}
}

// Frame ends a frame. The first call ends frame 0.
func (r *Recorder) Frame() {
	if r == nil || r.err != nil {
		return
	}
	line, err := json.Marshal(r.frame)
	if err == nil {
		_, err = r.out.Write(append(line, '\n'))
	}
	r.err = err
	r.frame, r.system = Frame{Number: r.frame.Number + 1}, nil
}

// Close writes all completed frames. An unfinished frame is dropped.
func (r *Recorder) Close() error {
	if r == nil {
		return nil
	}
	return errors.Join(r.err, r.out.Flush())
}

func count(to *map[string]int, key string, n int) {
	if *to == nil {
		*to = make(map[string]int)
	}
	(*to)[key] += n
}
