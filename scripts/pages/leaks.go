package main

import (
	"fmt"
	"strings"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/report"
)

// goroutines names the implementations of a block whose worlds leave goroutines behind.
func (p *text) goroutines(b report.Block) {
	const unit = "left-goroutines/world"
	var left []string
	measured := false
	for _, s := range b.Shapes {
		for _, c := range s.Cases {
			stat, ok := c.Stats[unit]
			if !ok || !c.Impl.Shown() || c.Impl.Role != p.roleOf(b) {
				continue
			}
			measured = true
			if stat.Center > 0 {
				left = lists.Add(left, fmt.Sprintf("`%s` (%s per world)", c.Impl.Label, report.Count(stat.Center)))
			}
		}
	}
	switch {
	case len(left) > 0:
		p.printf("Goroutines that outlive their world: %s; in no other %s.\n\n", strings.Join(left, ", "), p.role)
	case measured:
		p.printf("No goroutine outlives its world.\n\n")
	}
}
