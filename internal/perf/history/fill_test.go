package history

import (
	"testing"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/results"
)

// The ends come first, then the middles; a gap with a step before others.
func TestOrder(t *testing.T) {
	file := func(ns float64) []*results.File {
		var times results.Series
		for i := range 12 {
			times.Values = append(times.Values, ns+0.001*float64(i))
		}
		return []*results.File{{Cases: []*results.Case{{Name: "A", Series: map[string]*results.Series{"ns/op": &times}}}}}
	}
	for _, test := range []struct {
		name  string
		known map[int]float64
		want  []int
	}{
		{"nothing is known", nil, []int{8, 0, 4, 2, 6, 1, 3, 5, 7}},
		{"no step", map[int]float64{0: 1, 4: 1, 8: 1}, []int{2, 6, 1, 3, 5, 7}},
		{"a step in the second half", map[int]float64{0: 1, 4: 1, 8: 2}, []int{6, 5, 7, 2, 1, 3}},
		{"all is known", map[int]float64{0: 1, 1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1}, nil},
	} {
		f := &filler{}
		for i := range 9 {
			s := &state{at: i}
			if ns, ok := test.known[i]; ok {
				s.files = file(ns)
			}
			f.states = append(f.states, s)
		}
		got := f.order()
		for i, s := range got {
			if len(got) != len(test.want) || s.at != test.want[i] {
				list := lists.Map(got, func(s *state) int { return s.at })
				t.Errorf("%s: %v, want %v", test.name, list, test.want)
				break
			}
		}
	}
}
