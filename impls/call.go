package impls

import (
	"fmt"
	"slices"
)

// A Call is a way to call an implementation. What it costs to change a thousand
// entities one by one and what it costs to change them in one call are
// different questions, so results are ranked within a way of calling.
type Call string

const (
	AnyCall   Call = ""       // the quickest that there is: for what is not measured
	ByEntity  Call = "entity" // one entity at a time, as programs mostly do
	InBatches Call = "batch"  // structural changes of many entities in one call
	ByChunk   Call = "chunk"  // systems get slices of components
)

// Words tells people how is called: "entity by entity". Of what is no way to
// call they are "".
func (c Call) Words() string {
	switch c {
	case ByEntity:
		return "entity by entity"
	case InBatches:
		return "in batches"
	case ByChunk:
		return "by chunks"
	}
	return ""
}

// Offers tells whether worlds can be called this way.
func (i *Implementation) Offers(c Call) error {
	if c == AnyCall || c == ByEntity || slices.Contains(i.Calls, c) {
		return nil
	}
	what := map[Call]string{
		InBatches: "changes entities one by one only",
		ByChunk:   "gives out no slices of components",
	}
	return &Unsupported{Reason: fmt.Sprintf("%s %s", i.Name, what[c])}
}
