package measure

import (
	"crypto/sha256"
	"encoding/json"
	"io"

	"github.com/ecsbench/ecsbench/results"
)

func (p *shardPart) seed() string {
	var plan struct{ Seed json.Number }
	if json.Unmarshal(p.header.Plan, &plan) != nil {
		return ""
	}
	return plan.Seed.String()
}

// begins reports whether another part, which is not shorter, starts with the bytes of
// this one.
func (p *shardPart) begins(with *shardPart) (bool, error) {
	mine, err := p.sum(p.to - p.from)
	if err != nil {
		return false, err
	}
	its, err := with.sum(p.to - p.from)
	return mine == its, err
}

// sum is the checksum of the first n bytes.
func (p *shardPart) sum(n int64) (sum [sha256.Size]byte, err error) {
	f, err := results.Open(p.path)
	if err != nil {
		return sum, err
	}
	defer f.Close()
	h := sha256.New()
	_, err = io.Copy(h, io.NewSectionReader(f, p.from, n))
	return [sha256.Size]byte(h.Sum(nil)), err
}
