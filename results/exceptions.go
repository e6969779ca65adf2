package results

import "strings"

// Exceptions are cases without a value, by package and name. A file need not state the package: then
// an exception is of the cases with its name in all packages.
type Exceptions map[Key]Exception

// NewExceptions returns the exceptions of a list. The last one of a case counts.
func NewExceptions(list []Exception) Exceptions {
	x := make(Exceptions)
	for _, e := range list {
		x[e.key()] = e
	}
	return x
}

func (e Exception) key() Key { return Key{Package: e.Package, Name: e.Case} }

// Of returns the exception of a case.
func (x Exceptions) Of(k Key) (e Exception, ok bool) {
	for _, pkg := range []string{k.Package, ""} {
		if e, ok = x[Key{Package: pkg, Name: k.Name}]; ok {
			break
		}
	}
	return e, ok
}

// Why returns the exception of a case, or else that of a benchmark with it. Go test prints neither
// the number of processors nor the sub-benchmarks of a benchmark that fails at once.
func (x Exceptions) Why(k Key) (e Exception, ok bool) {
	if e, ok = x.Of(k); ok {
		return e, ok
	}
	k.Name = TrimProcs(k.Name)
	for at := len(k.Name); at >= 0 && !ok; at = strings.LastIndexByte(k.Name, '/') {
		k.Name = k.Name[:at]
		e, ok = x.Of(k)
	}
	return e, ok
}

// Without returns the exceptions of none of these cases.
func (x Exceptions) Without(cases []Key) Exceptions {
	known := make(map[Key]bool)
	for _, k := range cases {
		for _, name := range []string{k.Name, TrimProcs(k.Name)} {
			known[Key{Package: k.Package, Name: name}], known[Key{Name: name}] = true, true
		}
	}
	rest := make(Exceptions)
	for k, e := range x {
		if !known[k] {
			rest[k] = e
		}
	}
	return rest
}
