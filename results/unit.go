package results

import (
	"slices"
	"strings"

	"golang.org/x/perf/benchunit"
)

// A Unit is what a measurement is in. To add one, add it to the list.
type Unit struct {
	Name     string
	Title    string // for people: "time per entity"
	Better   int    // +1 if more is better, -1 if less is, 0 if that is not known
	Restates string // the unit that it says the same as in other words
	Exact    bool   // counted, so that the same work has the same value each time
}

var units = []Unit{
	{Name: "ns/op", Title: "time per operation", Better: -1},
	{Name: "ns/entity", Title: "time per entity", Better: -1, Restates: "ns/op"},
	{Name: "entities/s", Title: "entities per second", Better: +1, Restates: "ns/op"},
	{Name: "B/op", Title: "memory allocated per operation", Better: -1},
	{Name: "allocs/op", Title: "allocations per operation", Better: -1, Exact: true},
	{Name: "instructions/op", Title: "instructions per operation", Better: -1},
	{Name: "instructions/entity", Title: "instructions per entity", Better: -1, Restates: "instructions/op"},
	{Name: "D-refs/entity", Title: "data references per entity", Better: -1},
	{Name: "D1-misses/entity", Title: "first-level cache misses per entity", Better: -1},
	{Name: "LLd-misses/entity", Title: "last-level cache misses per entity", Better: -1},
	{Name: "retained-B/entity", Title: "memory retained per entity", Better: -1},
	{Name: "peak-B/entity", Title: "memory needed at once per entity", Better: -1},
	{Name: "destroyed-B/entity", Title: "memory retained per destroyed entity", Better: -1},
	{Name: "scannable-B", Title: "heap that the garbage collector scans", Better: -1},
}

// Units lists the units of ecsbench's own results.
func Units() []Unit { return units }

// UnitNamed returns a unit by its name, which may also be what x/perf makes of
// it (sec/op of ns/op). One that is not ecsbench's own has only a name and, if
// the name tells, a direction: rates per second are better when higher; time,
// bytes and allocations when lower.
func UnitNamed(name string) Unit {
	for _, u := range units {
		if _, tidied := benchunit.Tidy(1, u.Name); u.Name == name || tidied == name {
			return u
		}
	}
	u := Unit{Name: name, Title: name}
	numerator, denominator, _ := strings.Cut(name, "/")
	switch {
	case denominator == "s" || denominator == "sec":
		u.Better = +1
	case slices.ContainsFunc([]string{"ns", "sec", "B", "bytes", "allocs"}, func(word string) bool { return hasWord(numerator, word) }):
		u.Better = -1
	}
	return u
}

// IsSpeed tells whether the unit says how fast something is.
func (u Unit) IsSpeed() bool {
	numerator, denominator, _ := strings.Cut(u.Name, "/")
	return hasWord(numerator, "ns") || hasWord(numerator, "sec") || denominator == "s" || denominator == "sec"
}

// hasWord tells whether s is word, or has it before or after a hyphen, as in
// p99-sec.
func hasWord(s, word string) bool {
	return s == word || strings.HasPrefix(s, word+"-") || strings.HasSuffix(s, "-"+word)
}

// metadata is the line that tells readers which way the unit is better; of the
// usual ones every reader knows it.
func (u Unit) metadata() string {
	if strings.HasSuffix(u.Name, "/op") && !strings.HasPrefix(u.Name, "instructions") || u.Better == 0 {
		return ""
	}
	which := "lower"
	if u.Better > 0 {
		which = "higher"
	}
	return "Unit " + u.Name + " better=" + which + "\n"
}
