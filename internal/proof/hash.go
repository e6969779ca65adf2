package proof

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
)

// A Program is the test binary of one package in one revision.
type Program struct {
	program *program
	common  *walk
	err     error // reading failed
}

// Programs reads the object files of the tests of these packages in a folder, as [Open]
// does.
func Programs(ctx context.Context, dir, temporary string, importPaths []string, flags ...string) (map[string]*Program, error) {
	common := &library{archives: map[string]*archive{}, names: newNames()}
	b, err := newBuild(ctx, common, dir, temporary, append(append(flags[:len(flags):len(flags)], "--"), importPaths...))
	if err != nil {
		return nil, fmt.Errorf("looking for what benchmarks can reach: %w", err)
	}
	all := map[string]*Program{}
	for _, path := range importPaths {
		p := &Program{}
		if p.program, p.err = b.program(path); p.err == nil {
			twin := *p.program // a walk distinguishes its sides by address
			p.common, p.err = newWalk(p.program, &twin)
		}
		all[path] = p
	}
	return all, nil
}

// Alone is [Tests.Alone] for one program.
func (p *Program) Alone(benchmark string) bool {
	if p.err != nil {
		return false
	}
	alone, err := p.program.alone(benchmark)
	return err == nil && alone
}

// Hash identifies all code and data that a top-level benchmark can reach: symbols by
// name, content, and what they refer to. Two programs of the same hash are the same up to
// the places of their symbols. Unlike [Tests.Equal] it depends on the names of functions.
func (p *Program) Hash(benchmark string) (string, error) {
	if p.err != nil {
		return "", p.err
	}
	reached, err := p.common.reach(benchmark)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	fmt.Fprintln(h, p.program.header)
	for _, path := range p.program.order() {
		h.Write(p.program.rest[path])
	}
	var sums [][]byte
	for _, path := range p.program.order() {
		for _, o := range p.program.packages[path].objects {
			for i := range o.defined() {
				if reached.marks[o.number+i]&same != 0 {
					sum, err := p.program.sum(symbol{object: o, index: i})
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
	if p.isTable(s) { // of all tests, whatever the benchmark
		fmt.Fprintln(h, p.nameOf(s))
		return h.Sum(nil), nil
	}
	record := bytes.Clone(s.object.record(s.index))
	clear(record[:10])
	record[12] &^= byte(p.n.SymFlagUsedInIface | p.n.SymFlagLinkname)
	fmt.Fprintf(h, "%s %x %x\n", p.nameOf(s), record, s.object.data(s.index))
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
	for _, a := range relevant(nil, s) {
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
