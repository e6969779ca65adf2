package play

import (
	"slices"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/suite/world/drive"
	"github.com/ecsbench/ecsbench/kernel"
)

// work makes a kernel the work of a system. The reference calls its closed form.
func (p *Data) work(s *Step, k kernel.Kernel) {
	s.Kernel = k.Name
	if p.Library == "reference" {
		s.Kernel = k.Closed
	}
	types := kernel.Types(int(kernel.FirstFiller))
	for _, need := range k.Needs {
		i := slices.IndexFunc(p.Components, func(c *Component) bool { return c.Kernel && c.Name == types[need].Go.Name() })
		s.Parameters = append(s.Parameters, p.Components[i])
	}
}

// declare adds the declarations of package kernel that the program uses.
func (p *Data) declare() {
	var names []string
	for _, c := range p.Components {
		if c.Kernel {
			names = append(names, c.Name)
		}
	}
	if len(names) == 0 {
		return
	}
	names = append(names, "DeltaTime")
	if p.Glances() {
		names = append(names, "Glance")
	}
	for _, s := range p.Systems {
		if s.Kernel != "" && !slices.Contains(names, s.Kernel) {
			names = append(names, s.Kernel)
		}
	}
	var err error
	if p.Declarations, p.Imports, err = kernel.Source(names...); err != nil {
		panic(err) // these names are declared
	}
}

// Glances reports whether a step reads components by handle.
func (p *Data) Glances() bool {
	return slices.ContainsFunc(p.Steps, func(s *Step) bool {
		return s.Op == drive.Lookup || s.Op == drive.Detect || s.Op == drive.Visit
	})
}

// Framed lists the steps of a frame: of a world with measured steps those that make the subsets
// of kinds. The changes of a frame can be measured one by one.
func (p *Data) Framed() []*Step {
	if !p.Beginning() {
		return p.Steps
	}
	return lists.Filter(p.Steps, func(s *Step) bool { return s.Begins })
}

// Beginning reports whether the only frame comes before the measured steps.
func (p *Data) Beginning() bool { return p.Measures && p.Quantity != drive.Tail }
