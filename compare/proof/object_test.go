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

// What is not Go's is known of every package, and all were compiled alike.
func TestWhatALinkerIsGiven(t *testing.T) {
	archives := map[string]*archive{mainPath: {header: "go object linux"}, "c": {header: "go object linux", rest: []byte("C code")}}
	p, err := link(&toolchain{}, &library{}, archives, mainPath, nil)
	if err != nil || p.header != "go object linux" || len(p.rest) != 1 || string(p.rest["c"]) != "C code" {
		t.Errorf("%+v, %v", p, err)
	}
	archives["c"].header = "go object plan9"
	if _, err := link(&toolchain{}, &library{}, archives, mainPath, nil); err == nil || !strings.Contains(err.Error(), "c was compiled by another toolchain than the rest") {
		t.Error(err)
	}
}
