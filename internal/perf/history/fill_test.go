package history

import (
	"slices"
	"testing"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/results"
)

// The ends come first, then the middle of the widest gap.
func TestOrder(t *testing.T) {
	for _, test := range []struct {
		known, want []int
	}{
		{nil, []int{8, 0, 4, 2, 6, 1, 3, 5, 7}},
		{[]int{0, 4, 8}, []int{2, 6, 1, 3, 5, 7}},
		{[]int{0, 1, 2, 8}, []int{5, 3, 6, 4, 7}},
		{[]int{0, 1, 2, 3, 4, 5, 6, 7, 8}, nil},
	} {
		f := &filler{}
		for i := range 9 {
			c := &commit{at: i}
			if slices.Contains(test.known, i) {
				c.files = []*results.File{{}}
			}
			f.commits = append(f.commits, c)
		}
		got := lists.Map(f.order(), func(c *commit) int { return c.at })
		if !slices.Equal(got, test.want) {
			t.Errorf("%v are known: %v, want %v", test.known, got, test.want)
		}
	}
}
