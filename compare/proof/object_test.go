package proof

import (
	"strings"
	"testing"
)

// Of the lines before an object those that say how it was made are no part of it.
func TestTheHeadOfAnObject(t *testing.T) {
	for _, test := range []struct{ text, header, rest, err string }{
		{"C code", "", "x.oC code", ""},
		{"go object linux", "", "", "not understood"},
		{"go object linux\nbuild id \"1\"\nmain\n\n!\nMAGIC", "go object linux", "", "another version"},
		{"go object linux\nbuild id \"1\"\nmain\n\nother\nbuild\n!\nMAGIC", "go object linux", "otherbuild", "another version"},
	} {
		var a archive
		err := a.add(&toolchain{magic: "magic"}, &library{}, "p", "x.o", []byte(test.text))
		if (err == nil) != (test.err == "") || err != nil && !strings.Contains(err.Error(), test.err) {
			t.Errorf("%q: %v", test.text, err)
		}
		if a.header != test.header || string(a.rest) != test.rest {
			t.Errorf("%q: header %q, rest %q", test.text, a.header, a.rest)
		}
	}
}
