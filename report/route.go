package report

import (
	"bytes"

	"golang.org/x/perf/benchfmt"
)

// A route maps the values of a line to cells. It depends only on the configuration, name
// and units of the line, so all samples of a case share it.
type route struct {
	units []string // of the line, tidied; shared by routes with equal units
	cells []int32  // for each unit, an index into builder.cells, or -1: filtered out
	err   error    // the filter's reason for dropping the line, if any
	next  *route   // same configuration and name, other units
}

const dropped = -1

// A router caches routes.
type router struct {
	epochs map[string]map[string]*route // serialised configuration → name → route
	epoch  map[string]*route            // of config
	config []benchfmt.Config            // of the line before, copied
	buf    []byte
	units  [][]string // all lists of units so far
}

// unitsOf returns the units of a line. There are few lists of them.
func (t *router) unitsOf(values []benchfmt.Value) []string {
	for _, units := range t.units {
		if sameUnits(units, values) {
			return units
		}
	}
	units := make([]string, len(values))
	for i, v := range values {
		units[i] = v.Unit
	}
	if len(t.units) < 64 { // a damaged file may have one per line
		t.units = append(t.units, units)
	}
	return units
}

// find returns the route for r, nil if it is not cached.
func (t *router) find(r *benchfmt.Result) *route {
	if t.epoch == nil || !t.sameConfig(r.Config) {
		t.enter(r.Config)
	}
	for rt := t.epoch[string(r.Name)]; rt != nil; rt = rt.next {
		if sameUnits(rt.units, r.Values) {
			return rt
		}
	}
	return nil
}

// add caches rt for r's configuration and name. It must follow find(r).
func (t *router) add(name string, rt *route) {
	rt.next = t.epoch[name]
	t.epoch[name] = rt
}

func sameUnits(units []string, values []benchfmt.Value) bool {
	if len(units) != len(values) {
		return false
	}
	for i, u := range units {
		if u != values[i].Unit {
			return false
		}
	}
	return true
}

func (t *router) sameConfig(config []benchfmt.Config) bool {
	if len(config) != len(t.config) {
		return false
	}
	for i := range config {
		a, b := &config[i], &t.config[i]
		if a.Key != b.Key || a.File != b.File || !bytes.Equal(a.Value, b.Value) {
			return false
		}
	}
	return true
}

// enter makes config the current one. Routes stay cached for a return to an earlier
// configuration.
func (t *router) enter(config []benchfmt.Config) {
	t.config = t.config[:0]
	t.buf = t.buf[:0]
	for _, c := range config {
		t.config = append(t.config, benchfmt.Config{Key: c.Key, Value: bytes.Clone(c.Value), File: c.File})
		// Keys and values contain no newline.
		t.buf = append(t.buf, c.Key...)
		t.buf = append(t.buf, '\n')
		t.buf = append(t.buf, c.Value...)
		if c.File {
			t.buf = append(t.buf, '\n')
		}
		t.buf = append(t.buf, '\n')
	}
	t.epoch = t.epochs[string(t.buf)]
	if t.epoch == nil {
		if t.epochs == nil {
			t.epochs = make(map[string]map[string]*route)
		}
		t.epoch = make(map[string]*route)
		t.epochs[string(t.buf)] = t.epoch
	}
}
