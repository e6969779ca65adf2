package gate

import (
	"cmp"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchunit"

	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

// An Input is OLD or NEW: its samples and the records of its file.
type Input struct {
	Label   string
	file    *results.File
	ignored []string // configuration keys that separate no cases

	// Set by by.
	cases map[results.Key]*caseData
	order []results.Key // of appearance
	runs  int           // largest number of samples of a case

	facts  map[fact]map[string]bool // properties of the measurement, if known
	absent results.Exceptions       // why cases have no result
	broken []string                 // failures without the name of a case
	ours   bool                     // written by ecsbench run
	bench  bool                     // written by ecsbench bench
	shared bool                     // and while something else used the core
	title  string                   // the title of the file; files of one experiment of ab have the same
	info   os.FileInfo              // of the file; nil for several files and standard input
	units  benchfmt.UnitMetadataMap

	declaration func(unit string) results.Place // of its direction
}

// A fact is something that a file states about its measurements. All but the commit must be
// equal on comparable sides.
type fact string

const (
	platform  fact = "platform"
	cpuModel  fact = "CPU"
	cpuCount  fact = "number of CPUs"
	goVersion fact = "Go version"
	goAMD64   fact = "GOAMD64"
	seed      fact = "seed" // of the worlds that ecsbench run sets up
	commit    fact = "commit"
)

func (s *Input) learn(f fact, value string) {
	if value == "" {
		return
	}
	if s.facts[f] == nil {
		s.facts[f] = make(map[string]bool)
	}
	s.facts[f][value] = true
}

// known lists the values of a fact in order.
func (s *Input) known(f fact) []string { return slices.Sorted(maps.Keys(s.facts[f])) }

// caseData is the samples of a case, in the units of golang.org/x/perf/benchunit.
type caseData struct {
	key   results.Key
	units map[string]*series
	order []string

	iterations iterations

	// counted is of counts of instructions, in files of bench. They include the set-up that a
	// benchmark does while its timer is stopped, so counts of different numbers of operations are
	// not compared.
	counted iterations
}

// in returns the samples in a unit, which may be new.
func (c *caseData) in(unit string) *series {
	u := c.units[unit]
	if u == nil {
		u = &series{}
		c.units[unit] = u
		c.order = append(c.order, unit)
	}
	return u
}

// Iterations are the fewest and the most iterations of the samples of a case.
type iterations struct{ fewest, most int }

func (i *iterations) add(n int) {
	i.fewest = min(cmp.Or(i.fewest, n), n)
	i.most = max(i.most, n)
}

// A series is the samples of one case and unit.
type series struct {
	values    []float64
	runs      []int32 // for each value, the run it comes from
	processes []int32 // and the process
	digit     float64 // the last one that is printed; 0 if unknown
}

func (s *series) add(value float64, run, process int32) {
	s.values, s.runs, s.processes = append(s.values, value), append(s.runs, run), append(s.processes, process)
}

// countProcesses returns the number of processes. Samples of one stand together.
func (s *series) countProcesses() int { return len(slices.Compact(slices.Clone(s.processes))) }

// perProcess returns one value for each process, the median of its samples, if there are
// enough processes. Otherwise it returns the samples.
func (s *series) perProcess() *series {
	count := s.countProcesses()
	if count < fewestProcesses || count == len(s.values) {
		return s
	}
	reduced := &series{digit: s.digit}
	for lo := 0; lo < len(s.values); {
		hi := lo
		for hi < len(s.values) && s.processes[hi] == s.processes[lo] {
			hi++
		}
		reduced.add(statistics.Median(s.values[lo:hi]), s.runs[lo], s.processes[lo])
		lo = hi
	}
	return reduced
}

// lastDigit is the value of the last decimal of printed values: 1 for integers.
func lastDigit(values []float64) float64 {
	decimals := 0
	for _, v := range values {
		_, fraction, _ := strings.Cut(strconv.FormatFloat(v, 'f', -1, 64), ".")
		decimals = max(decimals, len(fraction))
	}
	return math.Pow10(-decimals)
}

// by returns the side with its samples grouped into cases.
func (s *Input) by(identity results.Identity) *Input {
	grouped := *s
	grouped.cases, grouped.order = make(map[results.Key]*caseData), nil
	for _, c := range s.file.Cases {
		key := identity.Of(c)
		have := grouped.cases[key]
		if have == nil {
			have = &caseData{key: key, units: make(map[string]*series)}
			grouped.cases[key], grouped.order = have, append(grouped.order, key)
		}
		s.add(c, have)
	}
	// Shards of one run have different cases.
	for _, c := range grouped.cases {
		for _, u := range c.units {
			runs := slices.Compact(slices.Sorted(slices.Values(u.runs)))
			grouped.runs = max(grouped.runs, len(runs))
		}
	}
	return &grouped
}

// add adds the samples of a case of the file.
func (s *Input) add(c *results.Case, to *caseData) {
	for _, printed := range c.Units {
		samples := c.Series[printed]
		_, unit := benchunit.Tidy(1, printed)
		series := to.in(unit)
		digit, _ := benchunit.Tidy(lastDigit(samples.Values), printed)
		if series.digit == 0 || digit < series.digit {
			series.digit = digit
		}
		for i, v := range samples.Values {
			value, _ := benchunit.Tidy(v, printed)
			line := &s.file.Lines[samples.Lines[i]]
			series.add(value, line.Run, line.Process)
			if unit == "sec/op" {
				to.iterations.add(line.Iterations)
			}
			if s.bench && isWork(unit) {
				to.counted.add(line.Iterations)
			}
		}
	}
}
