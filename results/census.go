package results

import (
	"fmt"

	"golang.org/x/perf/benchfmt"
)

// A LackError states which data a reader needs and a file lacks. The file's samples are used.
type LackError struct{ File, What string }

func (e *LackError) Error() string { return e.File + ": " + e.What }

// A census counts the contents of a file of `ecsbench run`, to report missing data.
type census struct {
	plan           bool // a run wrote the file
	timed, clocked int  // samples with a time, and of these with the core clock
	disturbed      int  // lines
	ended          bool
	noise          Noise
}

func (c *census) take(record any) {
	switch r := record.(type) {
	case *Header:
		c.plan = c.plan || r.Plan != nil
	case *Disturbed:
		c.disturbed++
	case *End:
		c.ended = true
		if r.Noise != nil {
			c.noise.Quiet += r.Noise.Quiet
			c.noise.Disturbed += r.Noise.Disturbed
			c.noise.Unknown += r.Noise.Unknown
		}
	case *benchfmt.Result:
		if _, ok := r.Value("sec/op"); ok {
			c.timed++
			if _, ok := r.Value(UnitClock); ok {
				c.clocked++
			}
		}
	}
}

// missing lists the missing data of the file.
func (c *census) missing() (list []string) {
	if !c.plan {
		return nil
	}
	if n := c.noise.Disturbed - c.disturbed; n > 0 {
		list = append(list, fmt.Sprintf("%d of %d lines of disturbed samples were removed; the other samples are used", n, c.noise.Disturbed))
	}
	if n := c.noise.Unknown; n > 0 {
		list = append(list, fmt.Sprintf("the noise probe failed in %d of %d samples; they are used and may be disturbed", n, n+c.noise.Quiet))
	}
	if n := c.timed - c.clocked; n > 0 && c.ended {
		list = append(list, fmt.Sprintf("%d of %d samples have no clock of the core; they are compared by time", n, c.timed))
	}
	return list
}
