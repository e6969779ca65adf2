package report

import (
	"bytes"

	"golang.org/x/perf/benchfmt"
)

// A route says where the values of a line go. It depends on the line's
// configuration, name and units alone, so it is found once and used for every
// further sample of the same case.
type route struct {
	units []string // as on the line, tidied; shared by all routes with the same
	cells []int32  // for each unit, an index into builder.cells, or -1: filtered out
	err   error    // why the filter dropped the line, where it says so
	next  *route   // same configuration and name, other units
}

const dropped = -1

// A router remembers routes.
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
	if len(t.units) < 64 { // an odd file may have as many as lines
		t.units = append(t.units, units)
	}
	return units
}

// find returns the route for r, or nil and a function to remember it with.
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

// add remembers rt for r's configuration and name. It must follow find(r).
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

// enter makes config the current one. A file that goes back and forth between
// few configurations finds its routes again.
func (t *router) enter(config []benchfmt.Config) {
	t.config = t.config[:0]
	t.buf = t.buf[:0]
	for _, c := range config {
		t.config = append(t.config, benchfmt.Config{Key: c.Key, Value: bytes.Clone(c.Value), File: c.File})
		// Neither keys nor values can hold a newline.
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
