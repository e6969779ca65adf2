package templates

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/world/drive"
)

// Variants lists those of all kinds.
func (p *Program) Variants() []Variant {
	return slices.Concat(lists.Map(p.Kinds, func(k Kind) []Variant { return k.Variants })...)
}

// Exchanges lists the changes that add and remove components.
func (p *Program) Exchanges() []*Step {
	return lists.Filter(p.Changes, func(s *Step) bool { return s.Op == drive.Change })
}

// Detected lists the components with detected writes.
func (p *Program) Detected() []*Component {
	return lists.Filter(p.Components, func(c *Component) bool { return c.Detected })
}

// Listed lists the components with detected writes of a library that does not detect them.
func (p *Program) Listed() []*Component {
	if p.Detects {
		return nil
	}
	return p.Detected()
}

// list formats components: @ is the name, # the variable, $ the number.
func list(cs []*Component, format string) string {
	words := lists.Map(cs, func(c *Component) string {
		return strings.NewReplacer("@", c.Name, "#", c.Var, "$", fmt.Sprint(c.Index)).Replace(format)
	})
	return strings.Join(words, ", ")
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
	mask := "0"
	for _, c := range cs {
		mask += fmt.Sprintf(" | 1<<%d", c.Index)
	}
	return mask
}

// limit and beyond split components for functions with at most n.
func limit(n int, cs []*Component) []*Component  { return cs[:min(n, len(cs))] }
func beyond(n int, cs []*Component) []*Component { return cs[min(n, len(cs)):] }

// numbered is the number in the name of a function of several components.
func numbered(cs []*Component) string { return strings.TrimPrefix(fmt.Sprint(len(cs)), "1") }
