package results

import (
	"maps"
	"slices"

	"golang.org/x/perf/benchfmt"
)

// An Index finds the cases of results. Results with equal names and equal configuration are of one
// case; see [Identity] for a coarser rule.
type Index struct {
	seen  map[string]*Case // by name and configuration, in the order of benchfmt
	cases map[Key]*Case    // by name and all of the configuration
	line  []byte           // scratch space
}

// Of returns the case of a result, which may be new. It fills in the name and the configuration.
func (x *Index) Of(r *benchfmt.Result) (c *Case, fresh bool) {
	x.line = append(x.line[:0], r.Name...)
	for _, c := range r.Config {
		if c.File { // not the label of the input
			x.line = append(append(append(append(x.line, 0), c.Key...), 0), c.Value...)
		}
	}
	if c, ok := x.seen[string(x.line)]; ok { // does not allocate
		return c, false
	}
	if x.cases == nil {
		x.seen, x.cases = make(map[string]*Case), make(map[Key]*Case)
	}
	config := make(map[string]string)
	for _, c := range r.Config {
		if c.File {
			config[c.Key] = string(c.Value)
		}
	}
	key := Key{Name: string(r.Name), Config: Settings(config, slices.Sorted(maps.Keys(config)))}
	c, known := x.cases[key]
	if !known {
		c = &Case{Name: key.Name, Config: config, Keys: ParseName(key.Name), Series: make(map[string]*Series)}
		x.cases[key] = c
	}
	x.seen[string(x.line)] = c
	return c, !known
}
