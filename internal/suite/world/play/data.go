package play

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/suite/world/drive"
	"github.com/ecsbench/ecsbench/internal/suite/world/format"
	"github.com/ecsbench/ecsbench/kernel"
)

// Data is that of templates.
type Data struct {
	World       string
	Library     string
	Detects     bool // the library detects writes; for others the program lists them
	Components  []*Component
	Kinds       []Kind
	Steps       []*Step      // of the frame
	Systems     []*Step      // the steps that are loops over entities
	Changes     []*Step      // the steps that work on components of a list of entities
	Searches    []*Step      // that find entities by the value of a component
	Gathers     bool         // a system gathers handles
	Late        []string     // component types that are defined late
	Fillers     []*Component // component types that are registered and that no entity has
	Idle        []Idle       // queries of them
	Relations   bool
	Tree        bool           // relations make a tree of all entities
	FewChildren bool           // relations to parents that have less than two dozens of children
	Bare        bool           // changes can leave an entity without components
	Ordered     bool           // passes of the measured steps depend on each other
	Quantity    drive.Quantity // that is measured, "" for a time
	Measures    bool           // steps are timed on their own, or a quantity is measured
	Mode        format.Mode
	Via         *Component // the component that children read from their parents

	Declarations string   // of package kernel, which systems use
	Imports      []string // of the declarations

	library Library
}

// A Component is a type of the generated program.
type Component struct {
	Name   string // of the type
	Var    string // of a variable
	Vars   string // of a slice of them
	Index  int
	Fields []Field
	Rest   string // type of the data that no system accesses, "" for none
	Bytes  int
	Kernel bool // a type of package kernel

	Observers int  // that its addition calls
	Detected  bool // its writes are detected
}

// Words is the size of a filler in words of four bytes.
func (c *Component) Words() int { return c.Bytes / 4 }

// An Idle query is made once and never run.
type Idle struct {
	Name  string
	Types []*Component
}

// A Field is a part of a component that systems access.
type Field struct {
	Name, Type string
	Init       string // expression of the number n
	Format     string // of an expression that reads it
	Number     string // type of that number
	Written    bool
	Array      bool // an array of float32; Format reads its first element
}

// mostNamed is the largest number of fields for the numbers of a component. More numbers are an
// array of float32, such as bones or a matrix, which systems process four at a time.
const mostNamed = 16

func newComponent(index int, t format.ComponentType) *Component {
	c := &Component{Name: capital(t.Name), Var: variable(t.Name), Index: index, Bytes: t.Bytes, Kernel: t.Kernel}
	if c.Kernel {
		return c
	}
	left := t.Bytes
	add := func(n, size int, f Field) {
		for i := range n {
			f := f
			f.Name = fmt.Sprintf("%s%d", f.Name, i)
			f.Init = strings.ReplaceAll(f.Init, "#", fmt.Sprint(drive.Initial(index, i)))
			f.Format = strings.ReplaceAll(f.Format, "FIELD", f.Name)
			c.Fields = append(c.Fields, f)
			left -= size
		}
	}
	add(t.Slices, 24, Field{Name: "Items", Type: "[]uint32", Init: "[]uint32{n + #, n, n, n}", Format: "%s.FIELD[0]", Number: "uint32", Written: true})
	add(t.Strings, 16, Field{Name: "Text", Type: "string", Init: "texts[(n+#)%16]", Format: "uint32(len(%s.FIELD))", Number: "uint32"})
	add(t.Pointers, 8, Field{Name: "Ref", Type: "*uint32", Init: "&[]uint32{n + #}[0]", Format: "*%s.FIELD", Number: "uint32", Written: true})
	size, number := 4, "uint32"
	switch {
	case left%4 == 0:
	case left%2 == 0:
		size, number = 2, "uint16"
	default:
		size, number = 1, "uint8"
	}
	n := (max(0, t.Touch-(t.Bytes-left)) + size - 1) / size
	if n > mostNamed && n%4 == 0 && size == 4 {
		var init []string
		for i := range n {
			init = append(init, fmt.Sprintf("float32(n&1023 + %d)", drive.Initial(index, i)))
		}
		of := fmt.Sprintf("[%d]float32", n)
		c.Fields = append(c.Fields, Field{Name: "F", Type: of, Init: of + "{" + strings.Join(init, ", ") + "}", Format: "%s.F[0]", Number: "float32", Written: true, Array: true})
		left -= n * size
	} else {
		add(n, size, Field{Name: "F", Type: number, Init: number + "(n + #)", Format: "%s.FIELD", Number: number, Written: true})
	}
	if left > 0 {
		c.Rest = fmt.Sprintf("[%d]%s", left/size, number)
	}
	return c
}

func capital(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

// variable returns the name of a variable for a component's name.
func variable(name string) string {
	name = strings.ToLower(name[:1]) + name[1:]
	if slices.Contains(reserved, name) || len(name) < 3 {
		name += "Value"
	}
	return name
}

// nameSlices names the slices of components by the plurals of their variables.
func nameSlices(cs []*Component) {
	for _, c := range cs {
		c.Vars = display.Plural(c.Var)
		taken := func(other *Component) bool { return c.Vars == other.Var || c != other && c.Vars == other.Vars }
		if slices.Contains(reserved, c.Vars) || slices.ContainsFunc(cs, taken) {
			c.Vars = c.Var + "List"
		}
	}
}

// reserved lists the words of Go and the names in templates.
var reserved = strings.Fields(`break case chan const continue default defer else fallthrough for func go goto if import interface map package range
	return select struct switch type var any append bool byte cap clear close comparable complex copy delete error false float32 float64 int int16 int32 int64
	int8 iota len make max min new nil panic print println real recover rune string true uint uint16 uint32 uint64 uint8 uintptr
	must get reach tag time uid sync os runtime slices errors bytes math event listener transform drive ecs donburi goke cursor filter generic volt teishoku reflect strconv game world found gathered query entry entity item sum work list targets parents parent child handle table texts components main slots numbers done created made first mask kind rest ids typed all part workers run chunks chunk seconds entities file`)

// Of returns an expression that reads the field of a variable.
func (f Field) Of(variable string) string { return fmt.Sprintf(f.Format, variable) }

// Sum returns an expression for the sum of all fields except an array.
func (c *Component) Sum() string {
	var terms []string
	for _, f := range c.Fields {
		switch {
		case f.Array:
		case f.Number == "uint32":
			terms = append(terms, f.Of(c.Var))
		default:
			terms = append(terms, "uint32("+f.Of(c.Var)+")")
		}
	}
	return strings.Join(terms, " + ")
}

// Written lists the fields that systems write.
func (c *Component) Written() []Field {
	return lists.Filter(c.Fields, func(f Field) bool { return f.Written })
}

// Glance returns an expression that reads the first number of the variable.
func (c *Component) Glance(variable string) string {
	if c.Kernel {
		return variable + ".glance()"
	}
	if c.Marker() {
		return "1"
	}
	return "uint64(" + c.Fields[0].Of(variable) + ")"
}

// Marker reports whether systems read nothing of the component.
func (c *Component) Marker() bool { return !c.Kernel && len(c.Fields) == 0 }

// Touch returns the statement in which a child reads a component of its parent.
func (c *Component) Touch(child, parent string) string {
	written := c.Written()
	if len(written) == 0 {
		return fmt.Sprintf("sum += %s + %s", c.Glance(child), c.Glance(parent))
	}
	to, from := written[0].Of(child), written[0].Of(parent)
	if written[0].Array {
		return fmt.Sprintf("%s = %s + 1", to, from)
	}
	return fmt.Sprintf("%s = %s*3 + %s", to, to, from)
}

// A Kind is a kind of entities with the sets of components that they begin with.
type Kind struct {
	Name  string
	Index int
	Sets  []ComponentSet
}

// A ComponentSet is a set of components of new entities.
type ComponentSet struct {
	Field      string // name of a value that a program makes once and keeps
	Mask       string
	Components []*Component
	Program    *Data
}

// A Step is a line of the frame and the function that it calls.
type Step struct {
	Index      int
	Name, Func string
	Op         drive.Op
	Call       string
	Measured   bool
	Turns      bool   // rows of neighbours take turns
	Later      bool   // the library records the change, and makes it later
	Kernel     string // function that a system calls for each entity, "" for the usual work
	Chunk      bool   // the loop is over slices of components

	Add, Drop []*Component
	Component *Component // read or overwritten

	// Of a system.
	Read, Write, With, Without, Optional []*Component

	Parameters []*Component // parameters of the query: written ones first, or in the order of the kernel
	Columns    []*Component // likewise, optional ones last
	Required   []*Component // that entities must have
	Visited    []*Component // columns for libraries whose queries need a component that entities have
	Besides    []*Component // that entities must have beside the visited ones
	Work       bool
	Writes     bool // it writes numbers

	Copy    bool       // of a system with another name
	Handle  bool       // the loop needs the handle of the entity
	Once    bool       // the query is made for one loop
	Select  *Component // of all entities that a change by filter can select
	Alike   bool       // a change by filter: all entities gain the value of entity 0
	Copies  []string   // functions of equal systems, of the first of them
	Workers int        // goroutines that divide the entities
	Life    int        // the first written component counts visits; the entity expires at a multiple
	Search  bool       // the loop ends at the entity whose first number is dt

	Begins  bool // a change before the first frame
	Program *Data
}

// Visits reports whether the step is a system.
func (s *Step) Visits() bool { return s.Op == drive.System }

// Parallel reports whether a system divides its entities among goroutines.
func (s *Step) Parallel() bool { return s.Workers > 1 }

// Arguments are the parameters of the function of a system.
func (s *Step) Arguments() string {
	if s.Kernel != "" {
		return "dt float32"
	}
	return "dt uint32, work int"
}

// Gathers reports whether the loop keeps the handle of each entity that it visits.
func (s *Step) Gathers() bool { return s.Handle && s.Life == 0 && !s.Search }

// Functions are those of a system and of its copies.
func (s *Step) Functions() []string { return append([]string{s.Func}, s.Copies...) }

// Component0 is an expression for the first number that a search compares.
func (s *Step) Component0() string { return s.Read[0].Fields[0].Of(s.Read[0].Var) }

// Expires is the variable of the component that counts visits, "" for none.
func (s *Step) Expires() *Component {
	if s.Life == 0 {
		return nil
	}
	return s.Write[0]
}

// complete derives the other lists of a system.
func (s *Step) complete() {
	if s.Kernel == "" {
		s.Parameters = slices.Concat(s.Write, s.Read)
	}
	s.Columns = slices.Concat(s.Parameters, s.Optional)
	s.Required = slices.Concat(s.Parameters, s.With)
	s.Visited, s.Besides = s.Columns, s.With
	if len(s.Parameters) == 0 {
		s.Visited, s.Besides = slices.Concat(s.With[:1], s.Optional), s.With[1:]
	}
	s.Writes = s.Kernel != "" || slices.ContainsFunc(s.Write, func(c *Component) bool { return len(c.Written()) > 0 })
}

// Maybe reports whether a visited component is optional.
func (s *Step) Maybe(visited int) bool { return visited >= len(s.Visited)-len(s.Optional) }

// Copied lists the detected components that the system reads. Package ecs returns copies of
// them.
func (s *Step) Copied() []*Component {
	return lists.Filter(s.Read, func(c *Component) bool { return c.Detected })
}

// newData derives the program of a world on a library.
func newData(w *format.World, l Library) *Data {
	p := &Data{World: w.Spec.Name, Library: l.Name, Detects: l.Missing.Detection == "", Relations: w.Spec.Relations+w.Spec.Tree > 0, Tree: w.Spec.Tree > 0, Mode: w.Mode, Ordered: w.Ordered, Quantity: w.Spec.Quantity, Measures: w.Spec.Measured(), library: l}
	for i := range w.Late {
		p.Late = append(p.Late, fmt.Sprintf("Late%d", i))
	}
	p.FewChildren = p.Relations && w.Spec.Relations < 24*w.Spec.Parents
	for i, t := range w.Components {
		c := newComponent(i, t)
		c.Detected = w.Detected>>i&1 != 0
		if w.Observed>>i&1 != 0 {
			c.Observers = w.Observers
		}
		p.Components = append(p.Components, c)
	}
	nameSlices(p.Components)
	if p.Relations {
		p.Via = p.Components[w.Via]
	}
	p.fill(w)
	dropped := uint64(0)
	for _, s := range w.Spec.Steps {
		dropped |= s.Drop
	}
	for i, k := range w.Spec.Kinds {
		p.Kinds = append(p.Kinds, p.kind(i, k))
		p.Bare = p.Bare || k.Has&^dropped == 0
	}
	names := make(map[string]bool)
	systems := 0
	for i, s := range w.Spec.Steps {
		x := &Step{Program: p, Index: i, Name: s.Name, Func: function(s, i, names), Op: s.Op, Add: p.of(s.Add), Drop: p.of(s.Drop)}
		if need := p.of(s.Need); len(need) > 0 {
			x.Component = need[0]
		}
		x.Measured, x.Turns, x.Later, x.Begins = s.Measured, s.Order == drive.Turns, s.Later, s.Bit > 0
		x.Select = p.common(w)
		if len(x.Drop) > 0 {
			x.Select = x.Drop[0]
		}
		x.Call = p.call(x)
		p.Steps = append(p.Steps, x)
		switch s.Op {
		case drive.System, drive.Expire:
			a := w.Systems[systems]
			systems++
			x.Handle, x.Once, x.Life = a.Handle || s.Op == drive.Expire, a.Once, s.Life
			p.Gathers = p.Gathers || x.Handle
			x.Read, x.Write, x.With = p.numbered(a.Read), p.numbered(a.Write), p.numbered(a.With)
			x.Without, x.Optional = p.numbered(a.Without), p.numbered(a.Optional)
			x.Work, x.Workers = a.Work > 0, s.Workers
			if a.Kernel != kernel.Idle {
				p.work(x, a.Kernel.Get())
			}
			x.complete()
			x.Chunk = s.Measured && w.Mode == format.Chunk && l.Name != "reference"
			p.Systems = append(p.Systems, x)
			for n := 1; n < a.Copies; n++ {
				y := *x
				y.Func, y.Copy = fmt.Sprintf("%s%d", x.Func, n+1), true
				p.Systems = append(p.Systems, &y)
				x.Copies = append(x.Copies, y.Func)
			}
			x.Call = p.call(x)
		case drive.Find:
			p.Searches = append(p.Searches, x)
			y := &Step{Program: p, Index: i, Name: s.Name, Func: x.Func + "Loop", Op: drive.System, Read: []*Component{x.Component}, Handle: true, Search: true}
			y.complete()
			p.Systems = append(p.Systems, y)
		case drive.Change, drive.Set, drive.Lookup:
			x.Alike = p.Mode == format.ByFilter && s.Measured
			p.Changes = append(p.Changes, x)
		default:
		}
	}
	p.declare()
	return p
}

// fill adds the component types that no entity has. Their numbers are behind those of all others.
func (p *Data) fill(w *format.World) {
	first := len(p.Components) + len(p.Late)
	if p.Relations || len(p.Late) > 0 {
		first++ // AttachedTo
	}
	for i := range w.Fillers {
		p.Fillers = append(p.Fillers, &Component{Name: fmt.Sprintf("Filler%d", i+1), Index: first + i, Bytes: 4 << (i % 4)})
	}
	for i, set := range w.Idle {
		p.Idle = append(p.Idle, Idle{fmt.Sprintf("idle%d", i+1), lists.Map(set, func(n int) *Component { return p.Fillers[n] })})
	}
}

// Types is the number of component types.
func (p *Data) Types() int {
	n := len(p.Components) + len(p.Late) + len(p.Fillers)
	if p.Relations {
		n++ // AttachedTo
	}
	return n
}

// LateIndex is the number of a component type that is defined late.
func (p *Data) LateIndex(i int) int { return len(p.Components) + 1 + i }

// calls are the calls in the frame, with the index of the step as #.
var calls = map[drive.Op]string{
	drive.System:  "g.FUNC(ARGUMENTS)",
	drive.Expire:  "g.FUNC(f.Number, g.Work[#])\n\t\tg.replace(&f.Lists[#])",
	drive.Find:    "g.FUNC(&f.Lists[#], g.Targets[#])",
	drive.Spawn:   "g.Spawn(&f.Lists[#])",
	drive.Destroy: "g.destroy(g.Targets[#])",
	drive.Change:  "g.FUNC(&f.Lists[#], g.Targets[#])",
	drive.Set:     "g.FUNC(&f.Lists[#], g.Targets[#], f.Number)",
	drive.Lookup:  "g.FUNC(&f.Lists[#], g.Targets[#])",
	drive.Clone:   "g.clone(&f.Lists[#], g.Targets[#])",
	drive.Despawn: "g.despawn(g.Targets[#][0])",
	drive.Save:    "g.save()",
	drive.Attach:  "g.attach(g.Targets[#], g.Parents[#])",
	drive.Define:  "g.define()",
	drive.Detach:  "g.detach(g.Targets[#])",
	drive.Detect:  "g.detectCOMPONENT()",
	drive.Visit:   "g.visit()",
	drive.Replace: "g.destroy(g.Targets[#])\n\t\tg.spawn(list.Kinds[0], list.Masks[0], list.Serials, g.Targets[#])",
}

func (p *Data) call(s *Step) string {
	call := calls[s.Op]
	if s.Op == drive.Destroy && p.ByFilter(s) {
		call = "g.destroyAll()"
	}
	if s.Op == drive.Set && s.Component.Detected && !p.Detects {
		call += "\n\t\tg.writtenCOMPONENT(g.Targets[#])"
	}
	if s.Turns {
		call = strings.NewReplacer("&f.Lists[#]", "list", "g.Targets[#]", "targets").Replace(call)
		call = "for n := 0; n < int(g.Spec.Steps[#].Count); {\n\t\t\tlist, targets := g.Turn(#, &f.Lists[#])\n\t\t\t" + call + "\n\t\t\tn += len(targets)\n\t\t}"
	}
	for _, copied := range s.Copies {
		call += "\n\t\tg." + copied + "(ARGUMENTS)"
	}
	if s.Handle {
		call = "g.Gathered = g.Gathered[:0]\n\t\t" + call
	}
	component, arguments := "", "f.Number, g.Work[#]"
	if s.Kernel != "" {
		arguments = "DeltaTime"
	}
	call = strings.ReplaceAll(call, "ARGUMENTS", arguments)
	if s.Component != nil {
		component = s.Component.Name
	}
	return strings.NewReplacer("FUNC", s.Func, "#", fmt.Sprint(s.Index), "COMPONENT", component).Replace(call)
}

var word = regexp.MustCompile("[A-Za-z0-9]+")

// function returns a unique name for the function of a step.
func function(s drive.Step, index int, names map[string]bool) string {
	words := word.FindAllString(s.Name, -1)
	if s.Op == drive.System || s.Op == drive.Expire {
		words = slices.Insert(words, 0, "system")
	}
	for i := range words[1:] {
		words[1+i] = capital(words[1+i])
	}
	name := strings.Join(words, "")
	if names[name] {
		name = fmt.Sprintf("%s%d", name, index)
	}
	names[name] = true
	return name
}

// OwnTypes reports whether a component is no type of package kernel.
func (p *Data) OwnTypes() bool {
	return slices.ContainsFunc(p.Components, func(c *Component) bool { return !c.Kernel })
}

// HasStrings reports whether a component has strings.
func (p *Data) HasStrings() bool {
	return slices.ContainsFunc(p.Components, func(c *Component) bool {
		return slices.ContainsFunc(c.Fields, func(f Field) bool { return f.Type == "string" })
	})
}

// of returns the components of a mask.
func (p *Data) of(mask uint64) []*Component {
	return lists.Filter(p.Components, func(c *Component) bool { return mask>>c.Index&1 != 0 })
}

func (p *Data) numbered(list []int) []*Component {
	return lists.Map(list, func(i int) *Component { return p.Components[i] })
}

// kind lists all initial component sets of a kind.
func (p *Data) kind(index int, k drive.Kind) Kind {
	found := Kind{Name: k.Name, Index: index}
	for choice := range 1 << len(k.Some) {
		mask := k.Has
		possible := true
		for i, some := range k.Some {
			chosen := choice>>i&1 != 0
			if chosen {
				mask |= 1 << some.Component
			}
			possible = possible && (some.Share < 1 || chosen) && (some.Share > 0 || !chosen)
		}
		if possible {
			field := fmt.Sprintf("new%s%d", strings.ReplaceAll(capital(k.Name), "-", ""), len(found.Sets))
			found.Sets = append(found.Sets, ComponentSet{field, fmt.Sprintf("%#x", mask), p.of(mask), p})
		}
	}
	return found
}
