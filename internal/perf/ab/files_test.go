package ab

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/results"
)

// The files of an experiment lead to its verdict on every case.
func TestFilesAreJudgedAsTheExperiment(t *testing.T) {
	fixture.Long(t)
	for name, test := range map[string]struct {
		factor float64
		budget time.Duration
		wall   time.Duration
	}{
		"clear": {1.3, time.Minute, 17 * time.Millisecond}, "small": {1.04, time.Minute, 17 * time.Millisecond}, "equal": {1, time.Minute, 17 * time.Millisecond},
		"faster": {0.8, time.Minute, 17 * time.Millisecond}, "few rounds": {1.1, 40 * time.Second, 70 * time.Millisecond}, "tenfold in few rounds": {10, 40 * time.Second, 70 * time.Millisecond},
	} {
		dir := filepath.Join(t.TempDir(), "results")
		src := manyCases(3, 20, test.factor)
		src.wall = always(test.wall)
		src.values = func(t Trial, perOp float64) Block {
			return Block{unitTime: perOp, unitAllocs: 2 + float64(bool2int(t.Side == Head && t.Case.Name == "Case05"))}
		}
		v := budgeted(t, dir, src, options(3), test.budget)
		var files [2]*results.File
		for i, side := range []Side{Base, Head} {
			var err error
			if files[i], err = results.Read(filepath.Join(dir, fileOf(side.String()))); err != nil {
				t.Fatal(err)
			}
		}
		heads := map[string]*results.Case{}
		for _, c := range files[1].Cases {
			heads[c.Name] = c
		}
		var cases []FileCase
		for _, c := range files[0].Cases {
			if heads[c.Name] != nil {
				cases = append(cases, FileCase{Key: results.Key{Package: c.Config["pkg"], Name: c.Name}, Label: c.Name, Base: c, Head: heads[c.Name]})
			}
		}
		got := JudgeFiles(files[0], files[1], cases, src.Better, Options{MaxRegression: 0.02, Alpha: 0.01, MaxMDE: 0.10})
		if got == nil {
			t.Fatalf("%s: the files are not taken for those of an experiment", name)
		}
		got.Tally()
		if got.Worse != v.Worse || got.Cases != v.Cases {
			t.Errorf("%s: %d of %d cases are worse by their files, and %d of %d in the experiment", name, got.Worse, got.Cases, v.Worse, v.Cases)
		}
		for _, want := range v.Comparisons {
			k := comparisonOf(t, got, want.Case[:len(want.Case)-2], want.Unit)
			if k.Status != want.Status || k.OldN != want.OldN || k.Effect.Interval() != want.Effect.Interval() {
				t.Errorf("%s: %s %s is %s %s by the files, and %s %s in the experiment", name, want.Case, want.Unit, k.Status, k.Effect.Interval(), want.Status, want.Effect.Interval())
			}
		}
	}
}
