package instructions

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/ecsbench/ecsbench/internal/display"
)

// References are counts of events. Events that are not counted are 0.
type References struct {
	Instructions int64 `json:"instructions"`
	Reads        int64 `json:"reads"`    // data read references
	Writes       int64 `json:"writes"`   // data write references
	D1Reads      int64 `json:"d1Reads"`  // of the reads, misses in the first-level data cache
	D1Writes     int64 `json:"d1Writes"` // of the writes
	LLReads      int64 `json:"llReads"`  // of the reads, misses in the last-level cache
	LLWrites     int64 `json:"llWrites"` // of the writes
}

// Data returns the data references, reads and writes.
func (r References) Data() int64 { return r.Reads + r.Writes }

// D1 returns the first-level misses, of reads and writes.
func (r References) D1() int64 { return r.D1Reads + r.D1Writes }

// LL returns the last-level misses, of reads and writes.
func (r References) LL() int64 { return r.LLReads + r.LLWrites }

// Fields lists the counts in one order for all that do the same to each.
func (r *References) Fields() []*int64 {
	return []*int64{&r.Instructions, &r.Reads, &r.Writes, &r.D1Reads, &r.D1Writes, &r.LLReads, &r.LLWrites}
}

// Events are cachegrind's names for the fields.
var Events = []string{"Ir", "Dr", "Dw", "D1mr", "D1mw", "DLmr", "DLmw"}

// Add adds factor times the other counts.
func (r *References) Add(other References, factor int64) {
	to, from := r.Fields(), other.Fields()
	for i := range to {
		*to[i] += factor * *from[i]
	}
}

// Scaled divides the counts and rounds to the nearest. Negative counts become 0: they
// are below the variation of set-up.
func (r References) Scaled(divisor int64) References {
	for _, f := range r.Fields() {
		*f = (max(0, *f) + divisor/2) / divisor
	}
	return r
}

// A CacheShape is the size, associativity and line size of a cache.
type CacheShape struct {
	Size int `json:"size"` // bytes
	Ways int `json:"ways"`
	Line int `json:"line"` // bytes
}

// String formats the shape for display.
func (s CacheShape) String() string {
	size := fmt.Sprintf("%d B", s.Size)
	switch {
	case s.Size >= 1<<20 && s.Size%(1<<20) == 0:
		size = fmt.Sprintf("%d MiB", s.Size>>20)
	case s.Size >= 1<<10 && s.Size%(1<<10) == 0:
		size = fmt.Sprintf("%d KiB", s.Size>>10)
	}
	ways := fmt.Sprintf("%d-way", s.Ways)
	if s.Ways == 1 {
		ways = "direct-mapped"
	}
	return fmt.Sprintf("%s %s, lines of %d B", size, ways, s.Line)
}

// Counts are the output of cachegrind for a process.
type Counts struct {
	Shapes    map[string]CacheShape // "I1", "D1", "LL"
	Total     References
	Functions map[string]References     // by symbol
	Lines     map[SourceLine]int64      // instructions, where they are not 0
	Misses    map[SourceLine]References // of lines with misses
}

// Add adds other counts multiplied by a factor; -1 subtracts them.
func (c *Counts) Add(other *Counts, times int64) {
	c.Total.Add(other.Total, times)
	for name, r := range other.Functions {
		AddTo(c.Functions, name, r, times)
	}
	for line, n := range other.Lines {
		c.Lines[line] += times * n
	}
	for line, r := range other.Misses {
		AddTo(c.Misses, line, r, times)
	}
}

// AddTo adds factor times the counts to those of a key.
func AddTo[K comparable](sums map[K]References, key K, counts References, factor int64) {
	sum := sums[key]
	sum.Add(counts, factor)
	sums[key] = sum
}

// A SourceLine is a line of source, in the function that was compiled from it or into
// which it was inlined.
type SourceLine struct {
	Function string // symbol
	File     string // from the debug information; "" if unknown
	Number   int
}

var shapeLine = display.Pattern(`^(I1|D1|LL) cache:\s+(\d+) B, (\d+) B, (?:(\d+)-way associative|direct-mapped)$`)

// Parse reads the output file of cachegrind, see "Cachegrind file format" in
// the valgrind manual: counts of lines by file and function, and a summary at the end.
// A file of a killed process has no summary, and is an error.
func Parse(in io.Reader) (*Counts, error) {
	c := &Counts{Shapes: make(map[string]CacheShape), Functions: make(map[string]References), Lines: make(map[SourceLine]int64), Misses: make(map[SourceLine]References)}
	var p parser
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20) // names of generic functions can be long
	for at := 1; lines.Scan(); at++ {
		if err := p.line(c, lines.Text()); err != nil {
			return nil, fmt.Errorf("cachegrind's output, line %d: %w", at, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("cachegrind's output: %w", err)
	}
	if !p.summary {
		return nil, errors.New("cachegrind's output has no summary: the process was killed before it ended")
	}
	return c, nil
}

type parser struct {
	columns  []int // by column: index in events, -1 for others
	function string
	file     string
	summary  bool
}

func (p *parser) line(c *Counts, text string) error {
	key, value, _ := strings.Cut(text, ":")
	switch {
	case p.summary:
		return errors.New("there is more after the summary")
	case text == "" || text[0] == '#' || strings.HasPrefix(text, "cmd:"):
	case strings.HasPrefix(text, "desc:"):
		p.shape(c, strings.TrimSpace(value))
	case key == "events":
		for _, name := range strings.Fields(value) {
			p.columns = append(p.columns, slices.Index(Events, name))
		}
	case key == "summary":
		counts, err := p.counts(strings.Fields(value))
		if err != nil {
			return err
		}
		c.Total, p.summary = counts, true
	case strings.HasPrefix(text, "fn="):
		p.function = text[len("fn="):]
	case len(text) > 3 && text[0] == 'f' && text[2] == '=': // fl=, fi=, fe=: source files
		p.file = sourceFile(text[len("fl="):])
	case text[0] >= '0' && text[0] <= '9' || text[0] == '+' || text[0] == '-':
		fields := strings.Fields(text)
		counts, err := p.counts(fields[1:])
		if err != nil {
			return err
		}
		if counts.Instructions != 0 {
			number, _ := strconv.Atoi(fields[0])
			c.Lines[SourceLine{p.function, p.file, number}] += counts.Instructions
		}
		if counts.D1() != 0 {
			at := SourceLine{p.function, p.file, 0}
			at.Number, _ = strconv.Atoi(fields[0])
			AddTo(c.Misses, at, counts, 1)
		}
		AddTo(c.Functions, p.function, counts, 1)
	default:
		return fmt.Errorf("%.40q is not understood", text)
	}
	return nil
}

// sourceFile reverts valgrind's changes of names: it prefixes relative names with the folder of
// compilation ("." with -trimpath), and writes "???" for unknown ones.
func sourceFile(name string) string {
	if name == "???" {
		return ""
	}
	for strings.HasPrefix(name, "./") {
		name = name[2:]
	}
	return name
}

func (p *parser) shape(c *Counts, text string) {
	m := shapeLine().FindStringSubmatch(text)
	if m == nil {
		return
	}
	s := CacheShape{Ways: 1}
	s.Size, _ = strconv.Atoi(m[2])
	s.Line, _ = strconv.Atoi(m[3])
	if m[4] != "" {
		s.Ways, _ = strconv.Atoi(m[4])
	}
	c.Shapes[m[1]] = s
}

// counts reads the columns of a line; columns left out at its end are 0.
func (p *parser) counts(fields []string) (References, error) {
	var r References
	if len(p.columns) == 0 {
		return r, errors.New("counts before the names of the events")
	}
	if len(fields) > len(p.columns) {
		return r, fmt.Errorf("%d counts of %d events", len(fields), len(p.columns))
	}
	into := r.Fields()
	for i, text := range fields {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n < 0 {
			if text == "." {
				continue
			}
			return r, fmt.Errorf("%.40q is not a count", text)
		}
		if p.columns[i] >= 0 {
			*into[p.columns[i]] = n
		}
	}
	return r, nil
}
