package merge

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
)

// seed is that of the plan.
func (p *part) seed() string {
	var plan struct{ Seed json.Number }
	if json.Unmarshal(p.header.Plan, &plan) != nil {
		return ""
	}
	return plan.Seed.String()
}

// begins tells whether another part, which is no shorter, begins with the bytes
// of this one.
func (p *part) begins(with *part) (bool, error) {
	f, err := os.Open(p.path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	g, err := os.Open(with.path)
	if err != nil {
		return false, err
	}
	defer g.Close()
	n := p.to - p.from
	a := bufio.NewReader(io.NewSectionReader(f, p.from, n))
	b := bufio.NewReader(io.NewSectionReader(g, with.from, n))
	for {
		x, errA := a.ReadByte()
		y, errB := b.ReadByte()
		switch {
		case errA == io.EOF && errB == io.EOF:
			return true, nil
		case errA != nil && errA != io.EOF:
			return false, errA
		case errB != nil && errB != io.EOF:
			return false, errB
		case errA != errB || x != y:
			return false, nil
		}
	}
}
