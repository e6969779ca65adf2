package cmd

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

// A budget ends on time although a worker hangs until its longer timeout.
func TestBudgetEndsWhileAWorkerHangs(t *testing.T) {
	fixture.CI(t)
	t.Parallel()
	start := time.Now()
	expect(t, t.TempDir(), ExitInconclusive, []string{"faulty:how=hang: not measured: the budget of 10s ended", "1 of 2 cases not measured in the budget of 10s: use --budget ", " or fewer cases"},
		"run", "--entities", "100", "--components", "2", "--axis", "aged=0", "--scenario", "iterate", "--impl", "dense,faulty:how=hang", "--budget", "10s", "--timeout", "5m", "-o", "run.txt")
	if took := time.Since(start); took > time.Minute {
		t.Errorf("a budget of 10s took %v", took)
	}
}

// A run with failed and with unmeasured cases reports both.
func TestFailedAndUnmeasuredCasesAreReported(t *testing.T) {
	fixture.CI(t)
	t.Parallel()
	expect(t, t.TempDir(), ExitCaseFailed, []string{"warning: 1 of 2 cases not measured in the budget of 10s", "1 case failed, the first: Iterate/impl=faulty/"},
		"run", "--entities", "100", "--components", "2", "--axis", "aged=0", "--scenario", "iterate", "--impl", "faulty:how=panic,faulty:how=hang", "--budget", "10s", "--timeout", "5m", "-o", "run.txt")
}

// A profile with few component types disables no scenario: the run adds the missing types and
// reports it.
func TestMissingComponentTypesAreAdded(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	fixture.Check(t, os.WriteFile(filepath.Join(dir, "few.yaml"), []byte("name: few\ncomponent-types: 12\nsystems: 2\nentities: [100]\ncomponents: [10]\n"), 0o644))
	expect(t, dir, ExitOK, []string{"needs 4 more than the 12"},
		"run", "--profile", "few.yaml", "--entities", "100", "--components", "10", "--axis", "aged=0", "--scenario", "exchange", "--impl", "dense", "--rounds", "1", "-o", "run.txt")
}
