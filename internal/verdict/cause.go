package verdict

import (
	"fmt"
	"strings"
)

// A Cause is something to which a part of a change goes back.
type Cause struct {
	Share    float64 // of the change; NaN if it is not known
	By       string  // what tells it: BySamples, or "" for counts
	Function string
	Where    Place
	Commits  []string // that touched it
	Like     string   // the case that it was found in, if not this one
}

// Text says where and since when.
func (c *Cause) Text() string {
	parts := []string{c.Where.String(), c.Function}
	if len(c.Commits) > 0 {
		parts = append(parts, "("+strings.Join(c.Commits, ", ")+")")
	}
	return strings.TrimSpace(strings.Join(parts, " "))
}

// OtherFunctions is in the place of a function for all functions that are not listed.
const OtherFunctions = "other functions"

// ByAllocations are causes found in profiles of all allocations.
const ByAllocations = "allocations"

// BySamples are causes of which a profiler tells, and not a count.
const BySamples = "samples"

// A Place is a line of source. The path is relative to the root of the
// repository, with slashes.
type Place struct {
	File string
	Line int
}

// String prints a place as compilers do.
func (p Place) String() string {
	if p.Line == 0 {
		return p.File
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}
