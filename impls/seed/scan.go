package seed

import "github.com/ecsbench/ecsbench/kernel"

// scan is the way of seed 001: no sets are kept, structural changes cost
// nothing here, and whoever asks for the members walks over all entities.
//
// Whether a signature satisfies a requirement is decided once for each
// distinct signature; the walk then is one table look-up for each ID.
type scan struct {
	sigs    *signatures
	systems []requirement
	matches [][]bool // by system, then by signature
	found   []ID
}

func newScan(systems []requirement, sigs *signatures) *scan {
	return &scan{sigs: sigs, systems: systems, matches: make([][]bool, len(systems))}
}

func (s *scan) created([]ID, []sigID)                        {}
func (s *scan) destroyed([]ID, sigID)                        {}
func (s *scan) changed([]ID, kernel.Component, sigID, sigID) {}

func (s *scan) members(system int) []ID {
	matches := s.matches[system]
	for sig := len(matches); sig < s.sigs.Count(); sig++ {
		id := sigID(sig)
		matches = append(matches, id != noSignature && s.systems[system].in(s.sigs.Bits(id)))
	}
	s.matches[system] = matches

	// The position to write to advances only on a match, so the loop has no
	// branch that depends on the data.
	of := s.sigs.of
	if cap(s.found) < len(of) {
		s.found = make([]ID, len(of))
	}
	found := s.found[:len(of)]
	n := 0
	for id, sig := range of {
		found[n] = ID(id)
		if matches[sig] {
			n++
		}
	}
	return found[:n]
}
