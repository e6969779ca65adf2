package compare

import (
	"cmp"
	"errors"
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
func (b *builder) tables(opts Options, units benchfmt.UnitMetadataMap) *Tables {
	out := &Tables{}
	for _, f := range b.by.table.FlattenedFields() {
		if f != b.by.unit {
			out.fields = append(out.fields, f)
		}
	}
	a := &analysis{b: b, confidence: opts.Confidence, thresholds: benchmath.DefaultThresholds}
	a.thresholds.CompareAlpha = opts.Alpha
	b.index = nil
	for _, g := range b.grouped() {
		t, raw := b.layout(g)
		t.Unit = t.key.Get(b.by.unit)
		a.table(t, raw, units.GetAssumption(t.Unit))
		out.Tables = append(out.Tables, t)
	}
	return out
}

// grouped returns the indices of the cells of each table, tables in order.
func (b *builder) grouped() [][]int32 {
	groups := make(map[benchproc.Key][]int32)
	for i := range b.cells {
		key := b.cells[i].table
		groups[key] = append(groups[key], int32(i))
	}
	var out [][]int32
	for _, key := range sorted(groups) {
		out = append(out, groups[key])
	}
	return out
}

// layout makes a table with the rows, columns and still empty cells for the
// raw cells of a group. It sorts the group as the cells are sorted.
func (b *builder) layout(group []int32) (t *Table, raw []int32) {
	rows, cols := make(map[benchproc.Key]int), make(map[benchproc.Key]int)
	for _, i := range group {
		rows[b.cells[i].row], cols[b.cells[i].col] = 0, 0
	}
	t = &Table{Rows: sorted(rows), Cols: sorted(cols), key: b.cells[group[0]].table}
	for i, k := range t.Rows {
		rows[k] = i
	}
	for i, k := range t.Cols {
		cols[k] = i
	}
	slices.SortFunc(group, func(i, j int32) int {
		x, y := &b.cells[i], &b.cells[j]
		return cmp.Or(rows[x.row]-rows[y.row], cols[x.col]-cols[y.col])
	})
	t.cells = make([]Cell, len(group))
	t.start = make([]int32, len(t.Rows)+1)
	for at, i := range group {
		t.cells[at].Col = cols[b.cells[i].col]
		t.start[rows[b.cells[i].row]+1] = int32(at + 1)
	}
	return t, group
}

func sorted[V any](set map[benchproc.Key]V) []benchproc.Key {
	keys := make([]benchproc.Key, 0, len(set))
	for k := range set {
		keys = append(keys, k)
	}
	benchproc.SortKeys(keys)
	return keys
}

// An analysis is what the cells of all tables share.
type analysis struct {
	b          *builder
	confidence float64
	thresholds benchmath.Thresholds
	tests      testCache
}

// table fills in t's cells and summary. Rows are independent of each other,
// so they are shared out over the processors.
func (a *analysis) table(t *Table, raw []int32, assume benchmath.Assumption) {
	const batch = 64 // rows
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), (len(t.Rows)+batch-1)/batch) {
		wg.Go(func() {
			var w rowWorker
			for {
				first := int(next.Add(batch)) - batch
				if first >= len(t.Rows) {
					return
				}
				for row := first; row < min(first+batch, len(t.Rows)); row++ {
					w.row(a, t, raw, row, assume)
				}
			}
		})
	}
	wg.Wait()
	t.summarise()
}

// A rowWorker reuses the space for the samples of a row.
type rowWorker struct{ base, other []float64 }

func (w *rowWorker) row(a *analysis, t *Table, raw []int32, row int, assume benchmath.Assumption) {
	var base *benchmath.Sample
	for at := t.start[row]; at < t.start[row+1]; at++ {
		c, rc := &t.cells[at], &a.b.cells[raw[at]]
		space := &w.other
		if c.Col == 0 {
			space = &w.base
		}
		*space = a.b.values.appendTo((*space)[:0], rc.values)
		sample := benchmath.NewSample(*space, &a.thresholds)

		c.N = len(sample.Values)
		c.Summary = assume.Summary(sample, a.confidence)
		c.Warning = mixed(a.b, rc)
		if c.Col == 0 {
			base = sample
		} else if base != nil {
			c.Comparison = a.tests.compare(assume, base, sample)
		}
	}
}

// mixed says in which keys the results in a cell differ, in the order of the
// projection.
func mixed(b *builder, rc *rawCell) error {
	if len(rc.varying) == 0 {
		return nil
	}
	var names []string
	for _, f := range b.by.residue.FlattenedFields() {
		for _, v := range rc.varying {
			if v == f {
				names = append(names, f.Name)
			}
		}
	}
	return errors.New("benchmarks vary in " + strings.Join(names, ", "))
}

var (
	errDifferentSet = errors.New("benchmark set differs from baseline; geomeans may not be comparable")
	errNoGeoMean    = errors.New("summaries must be >0 to compute geomean")
	errNoRatio      = errors.New("ratios must be >0 to compute geomean")
)

// summarise takes geometric means over the columns: of their centres, and of
// the ratios of their centres to those of the base column. The mean of ratios,
// not the ratio of means: the two differ where the sets of rows do, and only
// the first then compares like with like.
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
