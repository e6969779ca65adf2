//go:build unix

package world

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/perf/instructions"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/profiles"
)

// fakeProgram writes a worker that prints a fixed answer for each implementation, and another one for
// about 40 million steps of injected work. Without an answer it does not know the command, like
// versions before "ecsbench ab".
func fakeProgram(t *testing.T, answers map[string]string) string {
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
	fixture.Check(t, os.WriteFile(path, []byte(script+"esac\n"), 0o777))
	return path
}

// A case that one side does not support is on the other side only. A case that neither supports is
// on none. Failures are reported.
func TestInventoryAsksBothSides(t *testing.T) {
	const block = `{"blocks":[[{"Value":5,"Unit":"ns/op"},{"Value":2,"Unit":"allocs/op"}]]}`
	lacks := `{"unsupported":"it has no such thing"}`
	s, err := OpenScenarios(t.Context(), ScenarioConfig{
		Base: fakeProgram(t, map[string]string{"dense": block, "hashmap": lacks, "paged": block, "soa": lacks, "treemap": `{"failed":"boom"}`, "mapvalues": block}),
		Head: fakeProgram(t, map[string]string{"dense": block, "hashmap": block, "paged": `{"unknown":"no paged"}`, "soa": lacks, "treemap": block, "mapvalues": ""}),
		Plan: measure.Plan{
			Profile: profiles.Profile{Name: "A", ComponentTypes: 32, Systems: 16, Entities: []int{10}, Components: []int{1}, Axes: map[string][]int{"aged": {0}}}, Scenarios: []string{"iterate"},
			Impls: []string{"dense", "hashmap", "paged", "soa", "treemap", "mapvalues"}, Timeout: time.Minute, GOMAXPROCS: runtime.GOMAXPROCS(0),
		},
	})
	fixture.Check(t, err)
	defer s.Close()
	inv, err := s.Inventory(t.Context(), time.Minute)
	fixture.Check(t, err)
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
	if _, err := s.Run(t.Context(), trial); err == nil || !strings.Contains(err.Error(), "1 blocks instead of 2") {
		t.Errorf("too few blocks: %v", err)
	}
	trial.Case = inv.BaseOnly[0]
	if _, err := s.Run(t.Context(), trial); err == nil || err.Error() != "no paged" {
		t.Errorf("of what it does not know: %v", err)
	}
	if s.Same() {
		t.Error("two programs are one")
	}
	// A worker gets the number of steps of work to add.
	fixture.Check(t, s.Inject(t.Context(), inv.Common))
	steps := s.Units(ab.Trial{Side: ab.Injected, Extra: 1})
	if !(steps > 0) || s.Units(ab.Trial{Extra: 1}) != 0 {
		t.Fatalf("%v steps in a second", steps)
	}
	fixture.Check(t, s.Refresh(t.Context(), rand.New(rand.NewPCG(1, 2))))
	injected := ab.Trial{Case: inv.Common[0], Side: ab.Injected, Operations: 1, Blocks: 1, Extra: 40_000_500 / steps}
	if blocks, err := s.Run(t.Context(), injected); err != nil || fmt.Sprint(blocks) != "[map[sec/op:4e-09]]" {
		t.Errorf("with injected work: %v, %v", blocks, err)
	}
}

// counted is a program that goes by the name of this one and can be counted: it does
// the operations that it is asked for, unless it is only to prepare them.
const counted = `package main

import (
	"bufio"
	"os"
	"strconv"
	"strings"
)

//go:noinline
func prepare(x uint64) uint64 {
	for range 500_000 {
		x ^= x << 13
	}
	return x
}

//go:noinline
func operate(x uint64) uint64 {
	for range 1000 {
		x ^= x << 13
		x ^= x >> 7
	}
	return x
}

func main() {
	request, _ := bufio.NewReader(os.Stdin).ReadString('\n')
	_, number, _ := strings.Cut(request, "\"operations\":")
	operations, _ := strconv.Atoi(number[:strings.IndexAny(number, ",}")])
	x := prepare(1)
	if strings.Contains(request, "\"run\":true") {
		for range operations {
			x = operate(x)
		}
	}
	if x != 0 {
		os.Stdout.WriteString("{\"visits\":1}\n")
	}
}
`

// Instructions of operations are counted without those of their set-up, and attributed to the changed
// function.
func TestWhatGrewIsNamed(t *testing.T) {
	fixture.CI(t)
	if _, err := instructions.FindValgrind(t.Context()); err != nil {
		fixture.Lacks(t, err)
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "cmd", "ecsbench", "main.go")
	fixture.Check(t, os.MkdirAll(filepath.Dir(file), 0o777))
	write := func(file, text string) {
		fixture.Check(t, os.WriteFile(file, []byte(text), 0o666))
	}
	write(filepath.Join(dir, "go.mod"), "module github.com/ecsbench/ecsbench\n\ngo 1.24\n")
	write(file, counted)
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"commit", "-q", "-m", "base"}} {
		fixture.Git(t, dir, args...)
	}
	write(file, strings.Replace(counted, "x ^= x >> 7", "x ^= x >> 7\n\t\tx ^= x << 17", 1))

	s, err := OpenScenarios(t.Context(), ScenarioConfig{Dir: dir, Base: "HEAD", Head: ".", Worker: "trial", Profiler: "profile", Plan: measure.Plan{
		Profile: profiles.Profile{Name: "A", ComponentTypes: 32, Systems: 16, Entities: []int{10}, Components: []int{1}}, Scenarios: []string{"iterate"},
		Impls: []string{"dense"}, Timeout: time.Minute, GOMAXPROCS: runtime.GOMAXPROCS(0),
	}})
	fixture.Check(t, err)
	defer s.Close()
	const operations = 1000
	var counts [2]*instructions.Counts
	for side := range counts {
		if counts[side], err = s.Count(t.Context(), ab.CaseID{Name: "Iterate/impl=dense/comps=1/n=10"}, ab.Side(side), operations); err != nil {
			t.Fatal(err)
		}
	}
	base, head := counts[ab.Base].Total.Instructions/operations, counts[ab.Head].Total.Instructions/operations
	if base < 9000 || base > 11_000 || head < base+1000 || head > base+4000 {
		t.Errorf("an operation executes %d and %d instructions", base, head)
	}
	grown := instructions.Growth(counts[ab.Base].Lines, counts[ab.Head].Lines, operations, 1000)
	causes := s.Explain(t.Context(), grown, nil)
	if len(causes) != 1 || causes[0].String() != "cmd/ecsbench/main.go:20 main.operate (the working tree)" || causes[0].Share < 0.9 {
		t.Errorf("%+v", causes)
	}
	if _, err := s.Count(t.Context(), ab.CaseID{}, ab.Injected, 1); err == nil {
		t.Error("what is injected was counted")
	}
}
