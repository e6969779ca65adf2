package golden_test

import (
	"fmt"
	"testing"

	"github.com/ecsbench/ecsbench/internal/golden"
)

// A listener keeps what a test is told.
type listener struct {
	testing.TB
	told string
}

func (*listener) Helper() {}

func (l *listener) Errorf(format string, args ...any) { l.told = fmt.Sprintf(format, args...) }

func TestTextTellsTheFirstLineThatDiffers(t *testing.T) {
	for _, test := range [][2]string{
		{"one\ntwo\n", ""},
		{"one\n2\n", "line 2 of two.txt is\n2\nand was\ntwo\nIf that is right run the test with -update"},
		{"one\n", "line 2 of two.txt is\n\nand was\ntwo\nIf that is right run the test with -update"},
		{"one\ntwo\nthree\n", "line 3 of two.txt is\nthree\nand was\n\nIf that is right run the test with -update"},
		{"one\ntwo", "line 3 of two.txt is\nand was\n\nIf that is right run the test with -update"},
	} {
		l := &listener{TB: t}
		if golden.Text(l, "two.txt", test[0]); l.told != test[1] {
			t.Errorf("%q: told %q, want %q", test[0], l.told, test[1])
		}
	}
}
