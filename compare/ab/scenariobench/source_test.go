//go:build unix

package scenariobench

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/compare/ab"
	"github.com/ecsbench/ecsbench/measure"
	"github.com/ecsbench/ecsbench/profiles"
)

// program is one that answers what it is asked of each implementation.
func program(t *testing.T, answers map[string]string) string {
	t.Helper()
	script := "#!/bin/sh\nread -r request\ncase $request in\n"
	for impl, answer := range answers {
		script += fmt.Sprintf("*'\"impl\":%q'*) echo '%s';;\n", impl, answer)
	}
	path := filepath.Join(t.TempDir(), "ecsbench")
	if err := os.WriteFile(path, []byte(script+"esac\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	return path
}

// What one side cannot do is on the other alone, what neither can is on none, and what
// went wrong is told.
func TestInventoryAsksBothSides(t *testing.T) {
	const block = `{"blocks":[[{"Value":5,"Unit":"ns/op"},{"Value":2,"Unit":"allocs/op"}]]}`
	lacks := `{"unsupported":"it has no such thing"}`
	s, err := Open(t.Context(), Config{
		Base: program(t, map[string]string{"dense": block, "hashmap": lacks, "paged": block, "soa": lacks, "treemap": `{"failed":"boom"}`}),
		Head: program(t, map[string]string{"dense": block, "hashmap": block, "paged": `{"unknown":"no paged"}`, "soa": lacks, "treemap": block}),
		Plan: measure.Plan{
			Profile: profiles.Profile{Name: "A", ComponentTypes: 32, Systems: 16, Entities: []int{10}, Components: []int{1}}, Scenarios: []string{"iterate"},
			Impls: []string{"dense", "hashmap", "paged", "soa", "treemap"}, Timeout: time.Minute, GOMAXPROCS: 1,
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	inv, err := s.Inventory(t.Context(), time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(inv.Common, inv.BaseOnly, inv.HeadOnly, inv.Failed)
	want := "[Iterate/impl=dense/comps=1/n=10] [Iterate/impl=paged/comps=1/n=10] [Iterate/impl=hashmap/comps=1/n=10] [{Iterate/impl=treemap/comps=1/n=10 base boom}]"
	if got != want {
		t.Errorf("%s, want %s", got, want)
	}
	trial := ab.Trial{Case: inv.Common[0], Side: ab.Head, Operations: 1, Blocks: 1}
	if blocks, err := s.Run(t.Context(), trial); err != nil || fmt.Sprint(blocks) != "[map[allocs/op:2 sec/op:5e-09]]" {
		t.Errorf("%v, %v", blocks, err)
	}
	trial.Blocks = 2
	if _, err := s.Run(t.Context(), trial); err == nil || !strings.Contains(err.Error(), "1 blocks where 2") {
		t.Errorf("too few blocks: %v", err)
	}
	trial.Case = inv.BaseOnly[0]
	if _, err := s.Run(t.Context(), trial); err == nil || err.Error() != "no paged" {
		t.Errorf("of what it does not know: %v", err)
	}
	if s.Same() {
		t.Error("two programs are one")
	}
}
