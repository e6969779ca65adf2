package proof

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Executed returns nil if functions, by the names of their symbols in the program, are the same in
// both revisions, and so is all data that they can reach without other functions. If a process
// executes no other function, only the addresses differ between both sides. Otherwise the error
// describes the first difference, or what is unknown.
func (t *Tests) Executed(functions []string) (err error) {
	if t.unlike != "" {
		return errors.New(t.unlike)
	}
	defer damaged("both sides", &err)
	w := beginWalk(t.base, t.head)
	w.executed = map[string]bool{}
	for _, name := range functions {
		w.executed[strings.TrimSuffix(name, wrapper)] = true
	}
	sides := [2]*program{t.base, t.head}
	static := [2]map[string]bool{t.base.staticFunctions(), t.head.staticFunctions()}
	for _, name := range functions {
		var p [2]symbol
		for side, program := range sides {
			p[side] = program.function(name)
		}
		switch {
		case p[0].object != nil && p[1].object != nil:
			if err := w.mark(pair{p[0], p[1]}); err != nil {
				return err
			}
		case p[0].object != nil || p[1].object != nil:
			return fmt.Errorf("%s, which one side lacks", name)
		case static[0][name] && static[1][name]: // compared where other functions of its file call it
		case !isOfKernel(name):
			return fmt.Errorf("%s, which is executed and not known", name)
		}
	}
	return w.flood()
}

// wrapper ends the name of a function with the calling convention of assembly, if there is another
// one with its name (mangleABIName in cmd/link/internal/ld).
const wrapper = ".abi0"

// function finds a function by the name of its symbol in the linked program.
func (p *program) function(name string) symbol {
	name, ofAssembly := strings.CutSuffix(name, wrapper)
	k := p.names.known(name)
	if !ofAssembly {
		k++
	}
	if s := p.named(k); k > 1 && s.object != nil && s.isFunction() {
		return s
	}
	return symbol{}
}

// staticFunctions are the functions in assembly that only their file can call.
func (p *program) staticFunctions() map[string]bool {
	static := map[string]bool{}
	for _, a := range p.packages {
		for _, o := range a.objects {
			for i := range o.defined() {
				if s := (symbol{object: o, index: i}); o.abi(i) == uint16(p.n.SymABIstatic) && s.isFunction() {
					static[o.name(i)] = true
				}
			}
		}
	}
	return static
}

// isFunction reports whether a symbol is code.
func (s symbol) isFunction() bool {
	return slices.ContainsFunc(s.object.auxs(s.index), func(a aux) bool { return a.kind == s.object.n.AuxFuncInfo })
}

// isOfKernel reports whether valgrind gives this name to code that the kernel maps into every
// process, which reads the clock.
func isOfKernel(name string) bool {
	return name == "???" || strings.HasPrefix(name, "__vdso_") || slices.Contains([]string{"clock_gettime", "gettimeofday", "time", "getcpu"}, name)
}
