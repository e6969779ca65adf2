package play

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/suite/world/drive"
)

// Sets lists those of all kinds.
func (p *Data) Sets() []ComponentSet {
	return slices.Concat(lists.Map(p.Kinds, func(k Kind) []ComponentSet { return k.Sets })...)
}

// ManySets reports whether the creation of entities has a file of its own.
func (p *Data) ManySets() bool { return len(p.Sets()) > 4 }

// Originals lists the systems without copies, which have a file of their own.
func (p *Data) Originals() []*Step {
	return lists.Filter(p.Systems, func(s *Step) bool { return !s.Copy })
}

// Repeats reports whether the program has a file for what there is many of.
func (p *Data) Repeats() bool {
	return p.ManySets() || len(p.Originals()) < len(p.Systems) || slices.ContainsFunc(p.Changes, func(s *Step) bool { return s.Begins })
}

// Exchanges lists the changes that add and remove components.
func (p *Data) Exchanges() []*Step {
	return lists.Filter(p.Changes, func(s *Step) bool { return s.Op == drive.Change })
}

// Detected lists the components with detected writes.
func (p *Data) Detected() []*Component {
	return lists.Filter(p.Components, func(c *Component) bool { return c.Detected })
}

// Reached lists the components that steps read or set by the handle of an entity.
func (p *Data) Reached() []*Component {
	return lists.Filter(p.Components, func(c *Component) bool {
		return p.Relations && c == p.Via || slices.ContainsFunc(p.Steps, func(s *Step) bool {
			return s.Component == c || slices.Contains(s.Without, c) || slices.Contains(s.Optional, c)
		})
	})
}

// Recorded lists the components that commands name: those that changes add or remove, and those
// without data.
func (p *Data) Recorded() []*Component {
	return lists.Filter(p.Components, func(c *Component) bool {
		return c.Bytes == 0 || slices.ContainsFunc(p.Exchanges(), func(s *Step) bool { return slices.Contains(s.Add, c) || slices.Contains(s.Drop, c) })
	})
}

// Queries is the number of queries of a program in which one has all entities, and one for each
// component finds it by handle.
func (p *Data) Queries() int {
	n := 1 + len(p.Components) + len(p.Idle) + len(p.Late)
	for _, s := range p.Systems {
		n += max(1, s.Workers) * (1 + len(s.Optional))
	}
	for _, s := range p.Changes {
		if s.Op != drive.Change || p.ByFilter(s) {
			n++
		}
	}
	if p.Relations {
		n += 3
	}
	if p.DestroysAll() != nil {
		n++
	}
	return n
}

// Observed lists the components whose addition calls an observer.
func (p *Data) Observed() []*Component {
	return lists.Filter(p.Components, func(c *Component) bool { return c.Observers > 0 })
}

// Listed lists the components with detected writes of a library that does not detect them.
func (p *Data) Listed() []*Component {
	if p.Detects {
		return nil
	}
	return p.Detected()
}

// Table is the part of the game that maps the slots of the plan to handles of the library.
func (p *Data) Table() string {
	if len(p.Listed()) > 0 {
		return "table"
	}
	return "drive.Table[handle]"
}

// NewTable is the field of a new game with its table.
func (p *Data) NewTable() string {
	if len(p.Listed()) > 0 {
		return "table: openTable(spec)"
	}
	return "Table: drive.NewTable[handle](spec)"
}

// list formats components: @ is the name, # the variable, $ the number.
func list(cs []*Component, format string) string {
	words := lists.Map(cs, func(c *Component) string {
		return strings.NewReplacer("@", c.Name, "#s", c.Vars, "#", c.Var, "$", fmt.Sprint(c.Index)).Replace(format)
	})
	return strings.Join(words, ", ")
}

// letter is the name of field i of a row: A, B, C and so on.
func letter(i int) string { return string(rune('A' + i)) }

// declared declares variables with the values of entity n. Values of package kernel are set in
// place: a copy of what was just written in parts waits for all of them.
func declared(cs []*Component) string {
	var b strings.Builder
	for _, c := range cs {
		if c.Kernel {
			fmt.Fprintf(&b, "var %s %s\n%[1]s.Init(n)\n", c.Var, c.Name)
		} else {
			fmt.Fprintf(&b, "%s := new%s(n)\n", c.Var, c.Name)
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// assigned sets components to these values, likewise. # is the variable in the place of one.
func assigned(cs []*Component, place string) string {
	var b strings.Builder
	for _, c := range cs {
		at := strings.NewReplacer("#s", c.Vars, "#", c.Var).Replace(place)
		if c.Kernel {
			fmt.Fprintf(&b, "%s.Init(n)\n", strings.TrimPrefix(at, "*"))
		} else {
			fmt.Fprintf(&b, "%s = new%s(n)\n", at, c.Name)
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// some is a list between two texts, or "" without components.
func some(before string, cs []*Component, format, after string) string {
	if len(cs) == 0 {
		return ""
	}
	return before + list(cs, format) + after
}

// bits is an expression for a mask of components.
func bits(cs []*Component) string {
	return cmp.Or(strings.Join(lists.Map(cs, func(c *Component) string { return fmt.Sprintf("1<<%d", c.Index) }), " | "), "0")
}

// limit and beyond split components for functions with at most n.
func limit(n int, cs []*Component) []*Component  { return cs[:min(n, len(cs))] }
func beyond(n int, cs []*Component) []*Component { return cs[min(n, len(cs)):] }

// sized and tags split components into those with data and those without.
func sized(cs []*Component) []*Component {
	return lists.Filter(cs, func(c *Component) bool { return c.Bytes > 0 })
}
func tags(cs []*Component) []*Component {
	return lists.Filter(cs, func(c *Component) bool { return c.Bytes == 0 })
}

// numbered is the number in the name of a function of several components.
func numbered(cs []*Component) string { return strings.TrimPrefix(fmt.Sprint(len(cs)), "1") }
