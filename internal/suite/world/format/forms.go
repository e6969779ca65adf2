package format

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/suite/world/drive"
	"github.com/ecsbench/ecsbench/kernel"
)

// life makes a system one that destroys entities.
func (c *compiler) life(s *drive.Step, d System, a Access) {
	name := s.Name
	d.Life.At.rejectIf(d.Life.Value < 1 || d.Life.Value > mostLife, "life %d: want 1 to %d visits", d.Life.Value, mostLife)
	d.Life.At.rejectIf(len(a.Write) == 0 || a.Copies > 1 || a.Handle,
		"life: system %s needs a component that counts visits, such as write: [Age], and has no copies or handle", name)
	d.Life.At.rejectIf(slices.ContainsFunc(c.Spec.Steps, func(s drive.Step) bool { return s.Op == drive.Expire }),
		"life: system %s is the second one with a life, want one", name)
	t := c.Components[a.Write[0]]
	d.Life.At.rejectIf(!t.counts(), "life: component %s does not begin with a number of 4 bytes: want bytes: 4", t.Name)
	s.Op, s.Life, s.Add = drive.Expire, d.Life.Value, 1<<a.Write[0]
}

// workers checks a system that divides its entities. Its work for one entity must not depend on
// the others.
func (c *compiler) workers(n int, d System, a Access) {
	at, name := d.Workers.At, d.Name.Value
	at.rejectIf(n < 1 || n > mostWorkers, "workers %d: want 1 to %d", n, mostWorkers)
	at.rejectIf(!d.Kernel.Given || a.Once || a.Copies > 1, "workers: system %s needs a kernel, such as kernel: Move, and has no once or copies", name)
	at.rejectIf(slices.ContainsFunc(c.Spec.Steps, func(s drive.Step) bool { return s.Workers > 1 }), "workers: system %s is the second one with workers, want one", name)
	c.file.Mode.At.rejectIf(c.file.Mode.Value != "" && c.file.Mode.Value != string(AnyMode), "mode %s: system %s has workers, and divides its entities as the library does it best: remove mode", c.file.Mode.Value, name)
}

// counts reports whether the first field of a component is a number of 32 bits.
func (t ComponentType) counts() bool {
	return t.Strings+t.Slices+t.Pointers == 0 && t.Bytes%4 == 0 && t.Touch >= 4 && t.Touch <= cacheLine
}

// find compiles a search.
func (c *compiler) find(d Change) []drive.Step {
	d.At.rejectIf(d.Component.Value == "", "find: want the component whose value is searched, such as component: Name")
	s := drive.Step{Name: "find", Op: drive.Find, Count: d.Entities.Value, Kinds: c.kindsNamed(d.Kind)}
	component := c.access(&s, d)
	t := c.Components[c.component(component)]
	component.At.rejectIf(!t.counts(), "find: component %s does not begin with a number of 4 bytes: want bytes: 4", t.Name)
	c.enough(&s, d.Entities)
	return []drive.Step{s}
}

// define compiles the late definition of component types.
func (c *compiler) define(d Change) []drive.Step {
	d.At.rejectIf(c.Late > 0, "define: a world defines component types late once")
	d.At.rejectIf(d.Types.Value < 1 || d.Types.Value > mostLate, "define: %d component types, want 1 to %d, such as types: 200", d.Types.Value, mostLate)
	c.Late = d.Types.Value
	return []drive.Step{{Name: "define", Op: drive.Define}}
}

// fillers compiles the component types that no entity has, and draws their queries.
func (c *compiler) fillers() {
	f := c.file
	f.Fillers.At.rejectIf(f.Fillers.Value > mostFillers, "fillers %d: want at most %d", f.Fillers.Value, mostFillers)
	f.Idle.At.rejectIf(f.Idle.Value > mostIdle, "idle %d: want at most %d", f.Idle.Value, mostIdle)
	f.Idle.At.rejectIf(f.Idle.Value > 0 && f.Fillers.Value == 0, "idle: these are queries of fillers: add fillers: 16")
	for _, d := range f.Components {
		d.Name.At.rejectIf(f.Fillers.Value > 0 && strings.HasPrefix(strings.ToLower(d.Name.Value), "filler"),
			"component %s: fillers have such names: use another one", d.Name.Value)
	}
	c.Fill(f.Fillers.Value, f.Idle.Value)
}

// Fill adds component types that no entity has, and queries of one to three of them.
func (w *World) Fill(types, queries int) {
	w.Fillers, w.Idle = types, nil
	draw := rand.New(rand.NewPCG(w.Spec.Seed, 1))
	for range queries {
		set := kernel.DrawSet(draw, min(1+draw.IntN(3), types), 0, types)
		w.Idle = append(w.Idle, lists.Map(set, func(k kernel.Component) int { return int(k) }))
	}
}

// values checks that no other step changes the values by which entities expire or are found.
func (c *compiler) values() {
	for i, s := range c.Spec.Steps {
		if s.Op != drive.Expire && s.Op != drive.Find {
			continue
		}
		for j, other := range c.Spec.Steps {
			conflict := other.Op == drive.Set && other.Need&keys(s) != 0 || other.Op == drive.Change && (other.Add|other.Drop)&keys(s) != 0 ||
				s.Op == drive.Expire && other.Op == drive.Change && (other.Add|other.Drop)&(s.Need|s.Lack) != 0
			c.place(j).rejectIf(i != j && conflict, "%s and %s work on the same components: give one of them others", s.Name, other.Name)
		}
		for _, a := range c.Systems {
			for _, n := range a.Write {
				c.place(a.Step).rejectIf(a.Step != i && 1<<n&keys(s) != 0, "system %s writes %s, whose values %s uses: write another component", c.Spec.Steps[a.Step].Name, c.Components[n].Name, s.Name)
			}
		}
	}
}

// copies checks that copies of entities are like others. They would share what pointers lead to,
// and relations, expiry, searches, observers and detection depend on how an entity was created.
func (c *compiler) copies() {
	for _, d := range c.file.Tick {
		if d.Name.Value != "clone" {
			continue
		}
		for _, t := range c.Components {
			d.At.rejectIf(t.Slices+t.Pointers > 0, "clone: copies would share what component %s points to: leave out its pointers", t.Name)
		}
		special := c.Spec.Relations+c.Spec.Tree > 0 || c.Observed|c.Detected != 0 || slices.ContainsFunc(c.Spec.Steps, func(s drive.Step) bool { return s.Op == drive.Expire || s.Op == drive.Find })
		d.At.rejectIf(special, "clone: want a world without parents, despawn, observe, detect, find and life")
	}
}

// subsets makes the changes that give entities of a kind all subsets of some components.
func (c *compiler) subsets(d Kind, kind int) (steps []drive.Step) {
	if len(d.Each) == 0 {
		return nil
	}
	d.At.rejectIf(len(d.Each) > mostSubsets, "kind %s: all subsets of %d components, want at most %d", d.Name.Value, len(d.Each), mostSubsets)
	d.At.rejectIf(c.file.Warmup.Given && c.file.Warmup.Value == 0, "kind %s: each needs a frame of warm-up", d.Name.Value)
	numbers, mask := c.list(d.Each)
	d.At.rejectIf(c.Spec.Kinds[kind].Has&mask != 0, "kind %s: all its entities have one of the components of each already", d.Name.Value)
	for bit, n := range numbers {
		steps = append(steps, drive.Step{
			Name: fmt.Sprintf("begin with %s", c.Components[n].Name), Op: drive.Change, Kinds: 1 << kind, Lack: 1 << n, Add: 1 << n, Every: 1, Bit: bit + 1,
		})
	}
	return steps
}

// keys are the components whose values a step compares.
func keys(s drive.Step) uint64 {
	if s.Op == drive.Expire {
		return s.Add
	}
	return s.Need
}
