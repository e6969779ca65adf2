package gobench

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/ab"
	"github.com/ecsbench/ecsbench/internal/measure"
	"github.com/ecsbench/ecsbench/internal/profiler"
	"github.com/ecsbench/ecsbench/profiles"
)

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

// What operations execute is counted without what prepares them, and goes back to the
// function that was changed.
func TestWhatGrewIsNamed(t *testing.T) {
	if _, err := profiler.FindValgrind(t.Context()); err != nil {
		if os.Getenv("ECSBENCH_REQUIRE_VALGRIND") != "" { // as in CI
			t.Fatal(err)
		}
		t.Skip(err)
	}
	t.Setenv("GOFLAGS", flags) // lines are known by the debugger's information
	dir := t.TempDir()
	file := filepath.Join(dir, "cmd", "ecsbench", "main.go")
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	moduleFile(t, dir, "module github.com/ecsbench/ecsbench\n\ngo 1.24\n")
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(counted)
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=n", "-c", "user.email=e", "commit", "-q", "-m", "base"}} {
		if out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	write(strings.Replace(counted, "x ^= x >> 7", "x ^= x >> 7\n\t\tx ^= x << 17", 1))

	s, err := OpenScenarios(t.Context(), ScenarioConfig{Dir: dir, Base: "HEAD", Head: ".", Worker: "trial", Profiler: "profile", Plan: measure.Plan{
		Profile: profiles.Profile{Name: "A", ComponentTypes: 32, Systems: 16, Entities: []int{10}, Components: []int{1}}, Scenarios: []string{"iterate"},
		Impls: []string{"dense"}, Timeout: time.Minute, GOMAXPROCS: runtime.GOMAXPROCS(0),
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	const operations = 1000
	var counts [2]*profiler.CachegrindCounts
	for side := range counts {
		if counts[side], err = s.Count(t.Context(), ab.Case{Name: "Iterate/impl=dense/comps=1/n=10"}, ab.Side(side), operations); err != nil {
			t.Fatal(err)
		}
	}
	base, head := counts[ab.Base].Total.Instructions/operations, counts[ab.Head].Total.Instructions/operations
	if base < 9000 || base > 11_000 || head < base+1000 || head > base+4000 {
		t.Errorf("an operation executes %d and %d instructions", base, head)
	}
	grown := profiler.Growth(counts[ab.Base].Lines, counts[ab.Head].Lines, operations, 1000)
	causes := s.Explain(t.Context(), grown, nil)
	if len(causes) != 1 || causes[0].Text() != "cmd/ecsbench/main.go:20 main.operate (the working tree)" || causes[0].Share < 0.9 {
		t.Errorf("%+v", causes)
	}
	if _, err := s.Count(t.Context(), ab.Case{}, ab.Injected, 1); err == nil {
		t.Error("what is injected was counted")
	}
}
