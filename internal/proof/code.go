package proof

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"

	"golang.org/x/arch/x86/x86asm"
)

// A code is the machine code of a function as a list of instructions, to compare functions
// whose instructions have other addresses. The compiler marks an inlined call by an
// instruction without effect; such instructions are omitted. A jump is identified by its
// target instruction.
type code struct {
	starts []int // offsets of the instructions
	keys   []string
	end    int
}

// decode reads the machine code of a function. ok is false for unknown instructions.
// Relocations fill places that are the same in both sides.
func decode(text []byte) (c code, ok bool) {
	type jump struct{ from, to int } // index of an instruction, and the offset of its target
	var jumps []jump
	for at := 0; at < len(text); {
		i, err := x86asm.Decode(text[at:], 64)
		if err != nil || i.Len == 0 {
			return code{}, false
		}
		key := text[at : at+i.Len]
		switch {
		case isEmpty(i):
			at += i.Len
			continue
		case i.PCRel > 0 && isJump(i):
			to, _ := i.Args[0].(x86asm.Rel)
			jumps = append(jumps, jump{len(c.keys), at + i.Len + int(to)})
			key = []byte(i.Op.String())
		}
		c.starts, c.keys = append(c.starts, at), append(c.keys, string(key))
		at += i.Len
	}
	c.end = len(text)
	for _, j := range jumps {
		// The target of a jump to an empty instruction is the next one.
		to, _ := slices.BinarySearch(c.starts, j.to)
		if j.to < 0 || j.to > len(text) {
			return code{}, false
		}
		c.keys[j.from] = string(binary.AppendUvarint([]byte(c.keys[j.from]+" "), uint64(to)))
	}
	return c, true
}

// isEmpty reports whether an instruction does nothing.
func isEmpty(i x86asm.Inst) bool {
	return i.Op == x86asm.NOP || i.Op == x86asm.XCHG && i.Len == 1 && i.Args[0] == i.Args[1]
}

// isJump reports whether the target of an instruction is within the function. Calls have a
// symbol as their target.
func isJump(i x86asm.Inst) bool {
	_, relative := i.Args[0].(x86asm.Rel)
	return relative && strings.HasPrefix(i.Op.String(), "J")
}

// place is an offset by instruction: its index and the offset within it.
func (c *code) place(offset int32) (index, within int32) {
	i, exact := slices.BinarySearch(c.starts, int(offset))
	if exact {
		return int32(i), 0
	}
	if i == 0 {
		return -1, offset
	}
	return int32(i - 1), offset - int32(c.starts[i-1])
}

// A shift is the code of both sides of a pair that differs only in addresses.
type shift struct{ base, head code }

// shifted compares the machine code of two functions with different bytes.
func (w *walk) shifted(p pair) (*shift, bool) {
	text := w.base.n.STEXT
	if !w.amd64 || p.base.object.kind(p.base.index) != text || p.head.object.kind(p.head.index) != text {
		return nil, false
	}
	base, okBase := decode(p.base.object.data(p.base.index))
	head, okHead := decode(p.head.object.data(p.head.index))
	if !okBase || !okHead || !slices.Equal(base.keys, head.keys) {
		return nil, false
	}
	return &shift{base, head}, true
}

// move makes the offsets of two relocations the same if they are in the same place of
// the same instruction, and different otherwise.
func (s *shift) move(base, head *reloc) {
	bi, bo := s.base.place(base.offset)
	hi, ho := s.head.place(head.offset)
	if head.offset = -1; bi == hi && bo == ho {
		head.offset = base.offset
	}
}

// table compares the entries of two tables by address for each instruction.
func (s *shift) table(base, head []byte) bool {
	return slices.Equal(valuesAt(base, s.base), valuesAt(head, s.head))
}

// valuesAt reads a table by address (cmd/internal/obj/pcln.go): alternately by how much
// the value and the address grow.
func valuesAt(table []byte, c code) (values []int64) {
	at, value, address := 0, int64(-1), 0
	first := true
	for _, start := range c.starts {
		for start >= address && at < len(table) {
			delta, n := binary.Uvarint(table[at:])
			if delta == 0 && !first {
				at = len(table)
				break
			}
			first = false
			length, m := binary.Uvarint(table[at+n:])
			value += int64(int32(-(uint32(delta) & 1) ^ uint32(delta)>>1))
			address += int(length)
			at += n + m
		}
		values = append(values, value)
	}
	return values
}

// sameRecord compares the records of symbols without names, and for shifted code without
// the size.
func (w *walk) sameRecord(p pair, sized bool) bool {
	rb, rh := bytes.Clone(p.base.object.record(p.base.index)), bytes.Clone(p.head.object.record(p.head.index))
	for _, r := range [][]byte{rb, rh} {
		clear(r[:10]) // where the name is, and the ABI by which it was found
		r[12] &^= byte(w.base.n.SymFlagUsedInIface | w.base.n.SymFlagLinkname)
		if !sized {
			clear(r[13:17])
		}
	}
	return bytes.Equal(rb, rh)
}
