package history

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/results"
)

// A journal continues where it was cut off, only in the same environment.
func TestJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	c := ab.Case{Group: "m", Name: "A"}
	open := func(o FillOptions) *journal {
		t.Helper()
		j, err := openJournal(path, &o)
		if err != nil {
			t.Fatal(err)
		}
		return j
	}
	restored := func(j *journal) *group {
		g := &group{PlannedCase: ab.PlannedCase{Case: c}, items: []*item{{state: &state{RangeCommit: RangeCommit{ID: "x"}}}, {state: &state{RangeCommit: RangeCommit{ID: "y"}}}}}
		j.restore(g)
		return g
	}
	j := open(FillOptions{Pattern: "."})
	for _, err := range []error{
		j.add(journalLine{Size: &ab.PlannedCase{Case: c, Operations: 7}}),
		j.add(journalLine{Case: c, Values: map[string]ab.Block{"x": {secPerOp: 1}, "y": {secPerOp: 2}}}),
		j.add(journalLine{Case: c, Round: 1, Values: map[string]ab.Block{"y": {secPerOp: 3}}}),
		j.add(journalLine{Case: c, Round: 2, Values: map[string]ab.Block{"x": {secPerOp: 4}}}),
		j.close(false),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if n := restored(j).round(); n != 3 {
		t.Errorf("%d rounds of an earlier batch of this call count", n)
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	file.WriteString(`{"case":{"na`) // killed while it wrote
	file.Close()

	j = open(FillOptions{Pattern: "."})
	if err := j.add(journalLine{Case: c, Round: 3, Values: map[string]ab.Block{"x": {secPerOp: 5}}}); err != nil {
		t.Fatal(err)
	}
	if err := j.close(false); err != nil {
		t.Fatal(err)
	}
	j = open(FillOptions{Pattern: "."})
	g := restored(j)
	if x := g.items[0].rounds; len(x) != 4 || x[1] != nil || x[3][secPerOp] != 5 || len(g.items[1].rounds) != 2 || g.Operations != 7 {
		t.Errorf("restored %v, %v, %v", x, g.items[1].rounds, g.PlannedCase)
	}
	if err := j.close(false); err != nil {
		t.Fatal(err)
	}
	j = open(FillOptions{Pattern: ".", Options: ab.Options{Environment: results.Environment{Machine: "another"}}})
	if n := restored(j).round(); n != 0 {
		t.Errorf("%d rounds of another machine count", n)
	}
	if err := j.close(true); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("a journal stays when everything is measured")
	}
}

// The ends come first, then the middles; a gap with a step before others.
func TestOrder(t *testing.T) {
	file := func(ns float64) []*results.File {
		var times results.Series
		for i := range 12 {
			times.Values = append(times.Values, ns+0.001*float64(i))
		}
		return []*results.File{{Cases: []*results.Case{{Name: "A", Series: map[string]*results.Series{"ns/op": &times}}}}}
	}
	for _, test := range []struct {
		name  string
		known map[int]float64
		want  []int
	}{
		{"nothing is known", nil, []int{8, 0, 4, 2, 6, 1, 3, 5, 7}},
		{"no step", map[int]float64{0: 1, 4: 1, 8: 1}, []int{2, 6, 1, 3, 5, 7}},
		{"a step in the second half", map[int]float64{0: 1, 4: 1, 8: 2}, []int{6, 5, 7, 2, 1, 3}},
		{"all is known", map[int]float64{0: 1, 1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1}, nil},
	} {
		f := &filler{}
		for i := range 9 {
			s := &state{at: i}
			if ns, ok := test.known[i]; ok {
				s.files = file(ns)
			}
			f.states = append(f.states, s)
		}
		got := f.order()
		for i, s := range got {
			if len(got) != len(test.want) || s.at != test.want[i] {
				var list []int
				for _, s := range got {
					list = append(list, s.at)
				}
				t.Errorf("%s: %v, want %v", test.name, list, test.want)
				break
			}
		}
	}
}
