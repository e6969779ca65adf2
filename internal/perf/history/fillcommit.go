package history

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/internal/sys/child"
	"github.com/ecsbench/ecsbench/results"
)

// A commit of the range, with its results.
type commit struct {
	RangeCommit
	at       int             // in the range
	files    []*results.File // its results; none if it is missing
	finished []measurement   // the cases in these
	failure  string          // why it cannot be measured

	// In the current batch:
	code      map[ab.CaseID]string // the hash of what each benchmark function can reach; nil if it was not built
	goVersion string
	bench     *ab.Bench // nil if nothing is measured
}

// A version is a case, or a benchmark function, at a state of its code.
type version struct {
	ab.CaseID
	code string
}

// of returns the version of a case. If its code is unknown, it is that of the commit.
func (c *commit) of(id ab.CaseID) version {
	return version{id, cmp.Or(c.code[id.Top()], "commit "+c.ID)}
}

// take adds a finished file, of so many processors.
func (c *commit) take(file *results.File, procs int) {
	c.files = append(c.files, file)
	for _, r := range file.Cases {
		id := ab.CaseNamed(r.Config["pkg"], r.Name, procs)
		m := measurement{version: version{id, cmp.Or(file.CodeOf(r), "commit "+c.ID)}, lines: linesOf(r), level: statistics.Median(r.In("ns/op")) / 1e9}
		for _, unit := range slices.Sorted(maps.Keys(file.Better)) {
			m.units = append(m.units, results.Unit{Name: unit, Better: file.Better[unit]})
		}
		c.finished = append(c.finished, m)
	}
}

// timed returns the measurement of a case in a finished file. Its level is 0 if there is none.
func (c *commit) timed(id ab.CaseID) measurement {
	return lists.First(c.finished, func(m measurement) bool { return m.CaseID == id && m.level > 0 })
}

// close ends what the batch has of the commit. Its unfinished file stays.
func (c *commit) close() (err error) {
	if c.bench != nil {
		err = c.bench.Close(results.Interrupted)
	}
	c.bench, c.code = nil, nil
	return err
}

// name is that of its file.
func (c *commit) name() string {
	return strings.ReplaceAll(c.ID[:min(12, len(c.ID))], "/", "-") + ".txt"
}

// message is the text of an error in one line.
func message(err error) string { return child.GoMessage(err, 2) }
