package report

import (
	"cmp"
	"errors"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/aclements/go-moremath/stats"
	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchmath"
	"golang.org/x/perf/benchproc"
)

// tables does the statistics of all cells.
func (b *builder) tables(opts CompareOptions, units benchfmt.UnitMetadataMap) *Tables {
	out := &Tables{}
	for _, f := range b.by.table.FlattenedFields() {
		if f != b.by.unit {
			out.fields = append(out.fields, f)
		}
	}
	a := &analysis{b: b, confidence: opts.Confidence, thresholds: benchmath.DefaultThresholds}
	a.thresholds.CompareAlpha = opts.Alpha
	for _, group := range b.grouped() {
		t := b.layout(group)
		t.key = b.cells[group[0].raw].table
		t.Unit = t.key.Get(b.by.unit)
		a.table(t, group, units.GetAssumption(t.Unit))
		out.Tables = append(out.Tables, t)
	}
	return out
}

// A place is where a raw cell goes: numbers that sort as the keys do.
type place struct {
	table, row, col int32
	raw             int32 // index in builder.cells
}

// grouped returns the places of all cells, sorted, a slice for each table.
// Keys are sorted once and not per table, and cells by numbers and not by
// keys: there may be a million cells, with few tables and columns.
func (b *builder) grouped() [][]place {
	b.index, b.router = nil, router{} // of no use any more, but large
	tables, rows, cols := newRanks(), newRanks(), newRanks()
	for i := range b.cells {
		c := &b.cells[i]
		tables.add(c.table)
		rows.add(c.row)
		cols.add(c.col)
	}
	tables.rank()
	b.rowKeys, b.colKeys = rows.rank(), cols.rank()
	places := make([]place, len(b.cells))
	for i := range b.cells {
		c := &b.cells[i]
		places[i] = place{tables.of[c.table], rows.of[c.row], cols.of[c.col], int32(i)}
	}
	slices.SortFunc(places, func(x, y place) int {
		return int(cmp.Or(x.table-y.table, x.row-y.row, x.col-y.col))
	})
	var groups [][]place
	for first := 0; first < len(places); {
		last := first
		for last < len(places) && places[last].table == places[first].table {
			last++
		}
		groups = append(groups, places[first:last])
		first = last
	}
	return groups
}

// layout makes a table with the rows, columns and still empty cells of a
// group.
func (b *builder) layout(group []place) *Table {
	t := &Table{cells: make([]Cell, len(group))}
	col := make(map[int32]int)
	for _, p := range group {
		col[p.col] = 0
	}
	for i, c := range slices.Sorted(maps.Keys(col)) {
		t.Cols = append(t.Cols, b.colKeys[c])
		col[c] = i
	}
	for i, p := range group {
		if i == 0 || p.row != group[i-1].row {
			t.Rows = append(t.Rows, b.rowKeys[p.row])
			t.start = append(t.start, int32(i))
		}
		t.cells[i].Col = col[p.col]
	}
	t.start = append(t.start, int32(len(group)))
	return t
}

// ranks numbers keys in their order.
type ranks struct{ of map[benchproc.Key]int32 }

func newRanks() ranks { return ranks{make(map[benchproc.Key]int32)} }

func (r ranks) add(k benchproc.Key) { r.of[k] = 0 }

// rank fills in the numbers and returns the keys by number.
func (r ranks) rank() []benchproc.Key {
	keys := slices.Collect(maps.Keys(r.of))
	benchproc.SortKeys(keys)
	for i, k := range keys {
		r.of[k] = int32(i)
	}
	return keys
}

// An analysis is shared by the cells of all tables.
type analysis struct {
	b          *builder
	confidence float64
	thresholds benchmath.Thresholds
	tests      testCache
	warnings   sharedWarnings
}

// sharedWarnings keeps one copy of each list of warnings; most cells have the same.
type sharedWarnings struct{ m sync.Map } // text → []error

func (s *sharedWarnings) share(ws []error) []error {
	if len(ws) != 1 {
		return ws
	}
	shared, _ := s.m.LoadOrStore(ws[0].Error(), ws)
	return shared.([]error)
}

// table fills in t's cells and summary. Rows are independent of each other,
// so they are shared out over the processors.
func (a *analysis) table(t *Table, group []place, assume benchmath.Assumption) {
	const batch = 64 // rows
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), (len(t.Rows)+batch-1)/batch) {
		wg.Go(func() {
			for {
				first := int(next.Add(batch)) - batch
				if first >= len(t.Rows) {
					return
				}
				for row := first; row < min(first+batch, len(t.Rows)); row++ {
					a.row(t, group, row, assume)
				}
			}
		})
	}
	wg.Wait()
	t.summarise()
}

func (a *analysis) row(t *Table, group []place, row int, assume benchmath.Assumption) {
	var base *benchmath.Sample
	for at := t.start[row]; at < t.start[row+1]; at++ {
		c, rc := &t.cells[at], &a.b.cells[group[at].raw]
		sample := benchmath.NewSample(rc.values, &a.thresholds)

		c.N = len(sample.Values)
		c.Summary = assume.Summary(sample, a.confidence)
		c.Summary.Warnings = a.warnings.share(c.Summary.Warnings)
		c.Warning = a.b.mixed(group[at].raw)
		if c.Col == 0 {
			base = sample
		} else if base != nil {
			c.Comparison = a.tests.compare(assume, base, sample)
		}
	}
}

// mixed lists the keys in which the results of a cell differ, in the order of the
// projection.
func (b *builder) mixed(cell int32) error {
	varying := b.varying[cell]
	if len(varying) == 0 {
		return nil
	}
	var names []string
	for _, f := range b.by.residue.FlattenedFields() {
		if slices.Contains(varying, f) {
			names = append(names, f.Name)
		}
	}
	return errors.New("benchmarks vary in " + strings.Join(names, ", "))
}

var (
	errDifferentSet = errors.New("benchmark set differs from baseline; geomeans may not be comparable")
	errNoGeoMean    = errors.New("summaries must be >0 to compute geomean")
	errNoRatio      = errors.New("ratios must be >0 to compute geomean")
)

// summarise computes geometric means of the columns: of their centres, and of the ratios of
// their centres to those of the base column. The mean of ratios and the ratio of means
// differ if the sets of rows differ. Only the former then compares equal rows.
func (t *Table) summarise() {
	t.Summary = make([]Summary, len(t.Cols))
	centres, ratios := make([][]float64, len(t.Cols)), make([][]float64, len(t.Cols))
	undefined := make([]bool, len(t.Cols)) // some ratio has a zero below
	for row := range t.Rows {
		base := t.Base(row)
		for i := range t.Row(row) {
			c := &t.Row(row)[i]
			now := c.Summary.Center
			centres[c.Col] = append(centres[c.Col], now)
			if c.Comparison == nil {
				continue
			}
			ratio := 1.0 // also 0 over 0
			if was := base.Summary.Center; was == 0 && now != 0 {
				undefined[c.Col] = true
			} else if now != was {
				ratio = now / was
			}
			ratios[c.Col] = append(ratios[c.Col], ratio)
		}
	}
	for col := range t.Cols {
		s := &t.Summary[col]
		if col > 0 && len(ratios[col]) != len(centres[0]) {
			s.Warnings = append(s.Warnings, errDifferentSet)
		}
		if s.GeoMean, s.HasGeoMean = geoMean(centres[col]); !s.HasGeoMean {
			s.Warnings = append(s.Warnings, errNoGeoMean)
		}
		if col == 0 || undefined[col] {
			continue
		}
		if s.Ratio, s.HasRatio = geoMean(ratios[col]); !s.HasRatio {
			s.Warnings = append(s.Warnings, errNoRatio)
		}
	}
}

func geoMean(xs []float64) (mean float64, ok bool) {
	mean = stats.GeoMean(xs)
	return mean, mean == mean
}
