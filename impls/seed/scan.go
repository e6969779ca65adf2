package seed

import "github.com/ecsbench/ecsbench/kernel"

// scan keeps no sets: structural changes cost nothing here, and each request for members visits
// all entities.
//
// Each distinct signature is tested once per requirement, so the visit is one table look-up per
// ID.
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

	// The write position advances only on a match, so the loop has no branch that depends on
	// data.
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
