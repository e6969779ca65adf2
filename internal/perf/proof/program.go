package proof

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
)

// A key identifies a symbol across packages: a name, and one of the two calling
// conventions of functions in the last bit. It is 0 for data.
type key uint32

// names numbers the names of both sides, so that tables by name are arrays.
type names struct {
	numbers map[string]uint32
	list    []string // the first is empty
}

func newNames() names { return names{map[string]uint32{"": 0}, []string{""}} }

func (n *names) key(name string, abi uint16) key {
	number, known := n.numbers[name]
	if !known {
		number = uint32(len(n.list))
		n.numbers[name] = number
		n.list = append(n.list, name)
	}
	return key(2*number + uint32(min(1, abi)))
}

// known is the key of a name without a calling convention. There may be no such symbol.
func (n *names) known(name string) key { return key(2 * n.numbers[name]) }

func (n *names) name(k key) string { return n.list[k/2] }

// A symbol is defined in an object. If the object is nil, the linker defines it, and index
// is the number of its name.
type symbol struct {
	object *object
	index  uint32
}

// number identifies a symbol among those of all objects.
func (s symbol) number() uint32 { return s.object.number + s.index }

// A program is all packages of a test binary, before they are linked.
type program struct {
	*toolchain
	*library
	packages map[string]*archive
	first    map[string]*object // the object for references by index
	symbols  []symbol           // those with a name, by key
	used     map[symbol]bool    // types that are converted to interfaces, as listed in the objects
	main     string             // import path of the main package in its symbols
	tested   map[string]bool    // packages whose functions main lists as tests and benchmarks
	globals  int64              // bytes of variables with pointers, which the garbage collector reads
	rest     map[string][]byte  // by package, see archive
	header   string
}

// link makes the tables of the linker.
func link(t *toolchain, l *library, packages map[string]*archive, main string, tested map[string]bool) (p *program, err error) {
	p = &program{
		toolchain: t, library: l, packages: packages, first: map[string]*object{}, symbols: make([]symbol, 2*len(l.names.list)), used: map[symbol]bool{},
		main: main, tested: tested, rest: map[string][]byte{},
	}
	order := p.order()
	for _, path := range order {
		a := packages[path]
		if a.rest != nil {
			p.rest[path] = a.rest
		}
		p.header = cmp.Or(p.header, a.header)
		if a.header != p.header {
			return nil, fmt.Errorf("%s was compiled by another toolchain than the rest: %s, %s", path, a.header, p.header)
		}
		for _, o := range a.objects {
			if err := p.define(o); err != nil {
				return nil, err
			}
		}
	}
	for _, path := range order {
		for _, o := range packages[path].objects {
			if err := p.uses(o); err != nil {
				return nil, err
			}
		}
	}
	return p, nil
}

// order is the order in which the linker reads packages: main, its imports, their imports, and
// so on.
func (p *program) order() []string {
	list, known := []string{p.main}, map[string]bool{p.main: true}
	for i := 0; i < len(list); i++ {
		for _, o := range p.packages[list[i]].objects {
			for _, path := range o.loads {
				if !known[path] && p.packages[path] != nil {
					known[path] = true
					list = append(list, path)
				}
			}
		}
	}
	for _, path := range slices.Sorted(maps.Keys(p.packages)) {
		if !known[path] {
			list = append(list, path)
		}
	}
	return list
}

// define adds the symbols of an object.
func (p *program) define(o *object) (err error) {
	defer damaged(o.path, &err)
	if p.first[o.path] == nil {
		p.first[o.path] = o
	}
	for i := range o.defined() {
		if k := o.kind(i); k == p.n.SDATA || k == p.n.SBSS {
			p.globals += int64(o.size(i))
		}
		s := symbol{object: o, index: i}
		if o.flag2(i, p.n.SymFlagUsedInIface) {
			p.used[s] = true
		}
		if k := o.keys[i]; k != 0 && (p.symbols[k].object == nil || s.replaces(p.symbols[k])) {
			p.symbols[k] = s
		}
	}
	return nil
}

// replaces reports which of two symbols with one name the linker takes (addSym in
// cmd/link/internal/loader). Many packages have copies of a symbol, such as a type. The linker
// takes the first, unless a later one is larger. A variable without content may be a reference,
// by go:linkname, to one with content.
func (s symbol) replaces(before symbol) bool {
	later, earlier := s.object, before.object
	copyOf := earlier.flag(before.index, earlier.n.SymFlagDupok)
	switch content := len(later.data(s.index)) > 0; {
	case later.flag(s.index, later.n.SymFlagDupok):
		return later.size(s.index) > earlier.size(before.index)
	case copyOf:
		return false
	case content != (len(earlier.data(before.index)) > 0):
		return content
	}
	return later.size(s.index) > earlier.size(before.index)
}

// uses records the types that an object converts to interfaces.
func (p *program) uses(o *object) (err error) {
	defer damaged(o.path, &err)
	for i := o.first[referred]; i < o.first[referred+1]; i++ {
		if o.flag2(i, p.n.SymFlagUsedInIface) {
			p.used[p.named(o.keys[i])] = true
		}
	}
	for at := o.block[o.n.BlkRefFlags]; at < o.block[p.n.BlkRefFlags+1]; at += refFlagsSize {
		if int64(o.text[at+9])&p.n.SymFlagUsedInIface != 0 {
			s, err := p.resolve(o, readRef(o.text[at:]))
			if err != nil {
				return err
			}
			p.used[s] = true
		}
	}
	return nil
}

// named finds a symbol by name. Assembly may use the other calling convention.
func (p *program) named(k key) symbol {
	for _, k := range [2]key{k, k ^ 1} {
		if int(k) < len(p.symbols) && p.symbols[k].object != nil {
			return p.symbols[k]
		}
	}
	return symbol{index: uint32(k / 2)}
}

// resolve finds the target of an object's reference.
func (p *program) resolve(o *object, r symRef) (symbol, error) {
	var kind uint32
	switch int64(r.pkg) {
	case p.n.PkgIdxInvalid:
		return symbol{}, nil
	case p.n.PkgIdxSelf:
		return symbol{object: o, index: r.sym}, nil
	case p.n.PkgIdxBuiltin:
		return p.named(p.builtins[r.sym]), nil
	case p.n.PkgIdxHashed64:
		kind = hashed64
	case p.n.PkgIdxHashed:
		kind = hashed
	case p.n.PkgIdxNone:
		kind = named
	default:
		other := p.first[o.refs[r.pkg]]
		if other == nil {
			return symbol{}, fmt.Errorf("%s refers to %s, which is not there", o.path, o.refs[r.pkg])
		}
		return symbol{object: other, index: r.sym}, nil
	}
	i := o.first[kind] + r.sym
	if kind != named || i < o.defined() && o.abi(i) == uint16(p.n.SymABIstatic) {
		return symbol{object: o, index: i}, nil
	}
	return p.named(o.keys[i]), nil
}

// nameOf is the name of a symbol.
func (p *program) nameOf(s symbol) string {
	if s.object == nil {
		return p.names.list[s.index]
	}
	return s.object.name(s.index)
}
