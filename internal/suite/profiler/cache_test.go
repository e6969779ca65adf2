package profiler

import (
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/instructions"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/profiles"
)

// needValgrind is for tests that need a valgrind that executes Go programs.
func needValgrind(t *testing.T) {
	fixture.Long(t)
	if _, err := instructions.FindValgrind(t.Context()); err != nil {
		fixture.Lacks(t, err)
	}
}

func TestValgrindCounts(t *testing.T) {
	fixture.CI(t)
	needValgrind(t)
	worker := measure.Process{Program: filepath.Join(t.TempDir(), "worker")}
	build := exec.Command("go", "build", "-buildvcs=false", "-ldflags=-w", "-o", worker.Program, "./testdata/worker")
	fixture.Run(t, build)
	t.Run("references", func(t *testing.T) { countsReferences(t, worker) })
	t.Run("instructions of operations", func(t *testing.T) { countsInstructions(t, worker) })
}

func countsInstructions(t *testing.T, worker measure.Process) {
	profile, err := profiles.Load("A")
	fixture.Check(t, err)
	plan, err := measure.NewPlan(profile.With("n", []int{1000}).With("comps", []int{1}).With("aged", []int{0}), "iterate", "dense")
	fixture.Check(t, err)
	cases, err := plan.Cases()
	if err != nil || len(cases) != 1 {
		t.Fatalf("%d cases, %v", len(cases), err)
	}
	v, err := instructions.FindValgrind(t.Context())
	fixture.Check(t, err)
	counts, err := CountOperations(t.Context(), v, worker, cases[0].Request, 1000, time.Minute)
	fixture.Check(t, err)
	// A look-up, two additions with their loads and stores, and the loop.
	if each := float64(counts.Total.Instructions) / 1e6; each < 8 || each > 40 {
		t.Errorf("%g instructions to move an entity", each)
	}
}

func countsReferences(t *testing.T, worker measure.Process) {
	defer func(times int64) { cacheCounts = times }(cacheCounts)
	cacheCounts = 1
	// Set-up varies by some 20,000 references between processes: a hundred operations
	// of soa would not show one per entity.
	hash, soa := references(t, worker, "hashmap", 100), references(t, worker, "soa", 400)
	// Moving an entity reads two components of two words and writes one. Soa does
	// little else; a thousand times 24 bytes do not fit 8 KiB.
	if perEntity := float64(soa.Op.Data()) / 1000; perEntity < 5.5 || perEntity > 7 {
		t.Errorf("soa makes %g references for an entity", perEntity)
	}
	if soa.Op.D1() == 0 || soa.Operations != 400 || soa.Geometry.D1 != (instructions.CacheShape{Size: 8192, Ways: 2, Line: 32}) {
		t.Errorf("%+v", soa)
	}
	if hash.Op.Data() < 4*soa.Op.Data() || hash.Op.D1() < 2*soa.Op.D1() {
		t.Errorf("hashmap %+v, soa %+v", hash.Op, soa.Op)
	}
	if most := hash.Functions[0].Name; !strings.Contains(most, "map") {
		t.Errorf("most misses of a hash map are those of %s", most)
	}
}

// references counts those of operations that move a thousand entities each.
func references(t *testing.T, worker measure.Process, impl string, operations int) *Cache {
	t.Helper()
	profile, err := profiles.Load("A")
	fixture.Check(t, err)
	selection, err := NewSelection(profile.With("n", []int{1000}).With("comps", []int{2}), "iterate", impl)
	worker.Env = []string{"VALGRIND_OPTS=--D1=8192,2,32 --LL=1048576,4,64"}
	fixture.Check(t, err)
	selection.Looks, selection.Operations = []Look{LookCache}, operations
	f, err := Run(context.Background(), selection, worker, func(string) {})
	if err != nil || len(f.Failures()) > 0 {
		t.Fatal(err, f.Failures())
	}
	return f.Subjects[0].Cache
}
