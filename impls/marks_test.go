package impls

import "testing"

func TestMarks(t *testing.T) {
	var m Marks
	m.Unmark(5)
	for _, n := range []uint32{0, 63, 64, 1000} {
		if !m.Mark(n) || m.Mark(n) {
			t.Errorf("%d is not marked exactly once", n)
		}
		m.Unmark(n)
		if !m.Mark(n) {
			t.Errorf("%d is still marked", n)
		}
	}
}
