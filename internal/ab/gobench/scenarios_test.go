//go:build unix

package gobench

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/ab"
	"github.com/ecsbench/ecsbench/internal/measure"
	"github.com/ecsbench/ecsbench/profiles"
)

// program is one that answers what it is asked of each implementation, and with
// injected work what it is asked for some 40 million steps; one of before "ecsbench ab" it is
// where the answer is none.
func program(t *testing.T, answers map[string]string) string {
	t.Helper()
	script := "#!/bin/sh\nread -r request\ncase $request in\n"
	script += "*'\"steps\":4000'[0-9]*|*'\"steps\":3999'[0-9]*) echo '{\"blocks\":[[{\"Value\":4,\"Unit\":\"ns/op\"}]]}';;\n"
	for impl, answer := range answers {
		if answer == "" {
			script += fmt.Sprintf("*'\"impl\":%q'*) echo 'unknown command' >&2; exit 1;;\n", impl)
			continue
		}
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
	s, err := OpenScenarios(t.Context(), ScenarioConfig{
		Base: program(t, map[string]string{"dense": block, "hashmap": lacks, "paged": block, "soa": lacks, "treemap": `{"failed":"boom"}`, "mapvalues": block}),
		Head: program(t, map[string]string{"dense": block, "hashmap": block, "paged": `{"unknown":"no paged"}`, "soa": lacks, "treemap": block, "mapvalues": ""}),
		Plan: measure.Plan{
			Profile: profiles.Profile{Name: "A", ComponentTypes: 32, Systems: 16, Entities: []int{10}, Components: []int{1}, Axes: map[string][]int{"aged": {0}}}, Scenarios: []string{"iterate"},
			Impls: []string{"dense", "hashmap", "paged", "soa", "treemap", "mapvalues"}, Timeout: time.Minute, GOMAXPROCS: runtime.GOMAXPROCS(0),
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
	want := "[Iterate/impl=dense/comps=1/n=10] [Iterate/impl=paged/comps=1/n=10] [Iterate/impl=hashmap/comps=1/n=10] [{Iterate/impl=treemap/comps=1/n=10 base boom} {Iterate/impl=mapvalues/comps=1/n=10 head head is older than `ecsbench ab` and cannot take part}]"
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
	// A worker is told how many steps of work to add.
	if err := s.Inject(t.Context(), inv.Common); err != nil || s.perExtra <= 0 {
		t.Fatalf("a step takes %v, %v", s.perExtra, err)
	}
	if err := s.Refresh(t.Context(), rand.New(rand.NewPCG(1, 2))); err != nil {
		t.Fatal(err)
	}
	injected := ab.Trial{Case: inv.Common[0], Side: ab.Injected, Operations: 1, Blocks: 1, Extra: 40_000_500 * s.perExtra}
	if blocks, err := s.Run(t.Context(), injected); err != nil || fmt.Sprint(blocks) != "[map[sec/op:4e-09]]" {
		t.Errorf("with injected work: %v, %v", blocks, err)
	}
}

// Who has no sources to build a library against, or no Go, is told so.
func TestWhatCannotBeBuilt(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("PATH", "")
	l, err := ParseLibraryVersion("hashmap@v0.5.0")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		of   *LibraryVersion
		want string
	}{
		{l, "the sources of this program are needed"},
		{nil, exec.ErrNotFound.Error()},
	} {
		s := &Scenarios{programPair: programPair{pair: pair{root: t.TempDir()}}, libraries: [2]*LibraryVersion{test.of}}
		if code, err := s.build(t.Context(), ab.Base, builtScenarios); code != nil || err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: %d bytes, %v, want %q", test.of, len(code), err, test.want)
		}
	}
}
