package ab

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/results"
)

// RecordedExperiment runs an experiment in which a case is slower, another fails, and a third is
// renamed.
func RecordedExperiment(t *testing.T) (v *verdict.Verdict, dir string) {
	f := newFake(31, "A", "B", "Fails")
	f.inventory.BaseOnly = []CaseID{{Group: "example.com/m", Name: "Old/n=1"}}
	f.inventory.HeadOnly = []CaseID{{Group: "example.com/m", Name: "Old/n=2"}}
	f.effect = slower("B", 1.5)
	f.values = func(_ Trial, perOp float64) Block {
		return Block{unitTime: perOp, "B/s": 1e6 / perOp, "words": 7}
	}
	f.fail = func(t Trial, trial int) error {
		if t.Case.Name == "Fails" && t.Side == Head && trial > 30 {
			return errBroken
		}
		return nil
	}
	f.versions = [4]string{"go1.25", "go1.26", "go1.25", "go1.25"}
	dir = filepath.Join(t.TempDir(), "results")
	o := options(31)
	o.Environment = results.Environment{CPU: "a CPU", CPUs: 2}
	v, err := Run(context.Background(), f, o, dir)
	if err != nil || v.Outcome != verdict.Regressed {
		t.Fatalf("%+v, %v", v, err)
	}
	return v, dir
}
