package shift

import (
	"github.com/aclements/go-moremath/stats"

	"github.com/ecsbench/ecsbench/compare/statistics"
)

// Students are quantiles of Student's distribution: how far from 0 is significant at
// a level. To find one takes some microseconds, so they are remembered.
type Students struct {
	level float64
	found map[int]float64 // by degrees of freedom
}

// NewStudents are those of a level.
func NewStudents(level float64) Students { return Students{level, make(map[int]float64)} }

// Of is that for so many degrees of freedom, rounded down and at least 1.
func (s Students) Of(freedom float64) float64 {
	whole := max(1, int(freedom))
	if _, ok := s.found[whole]; !ok {
		s.found[whole] = statistics.StudentQuantile(float64(whole), 1-s.level/2)
	}
	return s.found[whole]
}

// Unsure finds by how much a scale from few samples has to be raised, so that what
// is said to be seen holds on average over what the scale might be: by as much
// as Student's distribution is wider than the normal one, at the distance that
// decides.
type Unsure struct{ students Students }

// NewUnsure remembers what it has found.
func NewUnsure() Unsure { return Unsure{NewStudents(0.02)} }

// Raise is that factor for a scale that is known with so many degrees of freedom.
func (u Unsure) Raise(freedom float64) float64 {
	return u.students.Of(freedom) / stats.StdNormal.InvCDF(1-u.students.level/2)
}
