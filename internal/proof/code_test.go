package proof

import (
	"slices"
	"testing"
)

// test; jump behind the loop; increment; jump to the start; return.
var (
	plain  = []byte{0x48, 0x85, 0xc0, 0x75, 0x05, 0x48, 0xff, 0xc0, 0xeb, 0xf6, 0xc3}
	marked = []byte{0x48, 0x85, 0xc0, 0x75, 0x06, 0x90, 0x48, 0xff, 0xc0, 0xeb, 0xf5, 0xc3}                                // with an empty instruction
	long   = []byte{0x48, 0x85, 0xc0, 0x0f, 0x85, 0x05, 0x00, 0x00, 0x00, 0x48, 0xff, 0xc0, 0xeb, 0xf2, 0xc3}              // a jump of another encoding
	other  = []byte{0x48, 0x85, 0xc0, 0x75, 0x03, 0x48, 0xff, 0xc0, 0xeb, 0xf6, 0xc3}                                      // to another instruction
	adding = []byte{0x48, 0x85, 0xc0, 0x75, 0x05, 0x48, 0xff, 0xc1, 0xeb, 0xf6, 0xc3}                                      // another register
	broken = []byte{0x48, 0x85, 0xc0, 0x75, 0x05, 0x48, 0xff, 0xc0, 0xeb}                                                  // ends in an instruction
	astray = []byte{0x48, 0x85, 0xc0, 0x75, 0x7f, 0x48, 0xff, 0xc0, 0xeb, 0xf6, 0xc3}                                      // jumps out of the function
	tables = [][]byte{{0x02, 5, 0x10, 6, 0}, {0x02, 5, 0x10, 7, 0}, {0x02, 6, 0x10, 6, 0}, {0x02, 5, 0x12, 7, 0}, {2, 12}} // values by address
)

func TestCodeAtOtherAddresses(t *testing.T) {
	t.Parallel()
	want, ok := decode(plain)
	if !ok || len(want.keys) != 5 {
		t.Fatalf("%q, %v", want.keys, ok)
	}
	for name, c := range map[string]struct {
		text        []byte
		known, same bool
	}{
		"marked": {marked, true, true}, "long": {long, true, true}, "other": {other, true, false}, "adding": {adding, true, false},
		"broken": {broken, false, false}, "astray": {astray, false, false},
	} {
		got, ok := decode(c.text)
		if ok != c.known || ok && slices.Equal(got.keys, want.keys) != c.same {
			t.Errorf("%s: %q, %v", name, got.keys, ok)
		}
	}
}

func TestTablesAtOtherAddresses(t *testing.T) {
	t.Parallel()
	base, _ := decode(plain)
	head, _ := decode(marked)
	s := shift{base, head}
	for i, same := range []bool{true, true, true, false, false} { // the empty instruction belongs to either value
		if i > 0 && s.table(tables[0], tables[i]) != same {
			t.Errorf("table %d: %v, want %v", i, !same, same)
		}
	}
	for _, r := range []struct {
		base, head int32
		same       bool
	}{{6, 7, true}, {0, 0, true}, {6, 6, false}, {10, 11, true}} {
		b, h := reloc{offset: r.base}, reloc{offset: r.head}
		if s.move(&b, &h); (b == h) != r.same {
			t.Errorf("%d and %d: %v", r.base, r.head, b == h)
		}
	}
}
