package gate

import "github.com/ecsbench/ecsbench/compare/student"

// students are quantiles of Student's distribution: how far from 0 is significant at
// a level. To find one takes some microseconds, so they are remembered.
type students struct {
	level float64
	found map[int]float64 // by degrees of freedom
}

func newStudents(level float64) students { return students{level, make(map[int]float64)} }

// of is that for so many degrees of freedom, rounded down and at least 1.
func (s students) of(freedom float64) float64 {
	whole := max(1, int(freedom))
	if _, ok := s.found[whole]; !ok {
		s.found[whole] = student.Quantile(float64(whole), 1-s.level/2)
	}
	return s.found[whole]
}

// unsure finds by how much a scale from few samples has to be raised, so that what
// is said to be seen holds on average over what the scale might be: by as much
// as Student's distribution is wider than the normal one, at the distance that
// decides.
type unsure struct{ students }

func newUnsure() unsure { return unsure{newStudents(0.02)} }

func (u unsure) raise(freedom float64) float64 { return u.of(freedom) / quantile(1-u.level/2) }
