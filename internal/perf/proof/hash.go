package proof

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
)

// Hash identifies all code and data that a top-level benchmark can reach, if both revisions are
// one: symbols by name, content and references. Programs with the same hash differ only in the
// places of their symbols. Unlike [Tests.Difference] it depends on the names of functions.
func (t *Tests) Hash(benchmark string) (string, error) {
	reached, err := t.reach(benchmark)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	fmt.Fprintln(h, t.base.header)
	order := t.base.order()
	for _, path := range order {
		h.Write(t.base.rest[path])
	}
	var sums [][]byte
	for _, path := range order {
		for _, o := range t.base.packages[path].objects {
			for i := range o.defined() {
				if reached.marks[o.number+i]&same != 0 {
					sum, err := t.base.sum(symbol{object: o, index: i})
					if err != nil {
						return "", err
					}
					sums = append(sums, sum)
				}
			}
		}
	}
	slices.SortFunc(sums, bytes.Compare)
	for _, sum := range slices.CompactFunc(sums, bytes.Equal) {
		h.Write(sum)
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), nil
}

// sum is a hash of one symbol.
func (p *program) sum(s symbol) (_ []byte, err error) {
	defer damaged(s.object.path, &err)
	h := sha256.New()
	if p.isTable(s) { // lists all tests, whatever the benchmark
		fmt.Fprintln(h, p.nameOf(s))
		return h.Sum(nil), nil
	}
	fmt.Fprintf(h, "%s %x %x\n", p.nameOf(s), p.record(s), s.object.data(s.index))
	refer := func(to symRef) error {
		target, err := p.resolve(s.object, to)
		if err != nil {
			return err
		}
		if target.object != nil && hashedOnly(target) {
			fmt.Fprintf(h, " %x", sha256.Sum256(target.object.data(target.index)))
		} else {
			fmt.Fprintf(h, " %s", p.nameOf(target))
		}
		return nil
	}
	for _, r := range s.object.relocs(s.index) {
		if int64(r.kind) == p.n.R_USETYPE { // for debuggers
			continue
		}
		fmt.Fprint(h, r.offset, r.size, r.kind, r.add)
		if err := refer(r.to); err != nil {
			return nil, err
		}
	}
	for _, a := range relevant(s) {
		if a.kind == p.n.AuxFuncInfo { // names files and lines
			continue
		}
		fmt.Fprint(h, a.kind)
		if err := refer(a.to); err != nil {
			return nil, err
		}
	}
	return h.Sum(nil), nil
}
