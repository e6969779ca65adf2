package results_test

import (
	"fmt"
	"strings"

	"golang.org/x/perf/benchfmt"

	"github.com/ecsbench/ecsbench/results"
)

const run = `# ecsbench {"format":1,"version":"v1"}
# env {"cpu":"a CPU","commit":"abc"}
profile: A
BenchmarkIterate/impl=dense/n=1000-2 412 1721 ns/op
BenchmarkIterate/impl=dense/n=1000-2 409 1730 ns/op
# failed {"case":"Iterate/impl=mine/n=1000-2","reason":"panic: no"}
`

// Read a file by case.
func ExampleParse() {
	f, err := results.Parse(strings.NewReader(run), "run.txt")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range f.Cases {
		fmt.Println(c.Keys["impl"], c.Config["profile"], c.In("ns/op"))
	}
	for _, e := range f.Failed {
		fmt.Println(e.Case, "failed:", e.Reason)
	}
	// Output:
	// dense A [1721 1730]
	// Iterate/impl=mine/n=1000-2 failed: panic: no
}

// Read files line by line.
func ExampleFiles() {
	files := &results.Files{Paths: []string{"-"}, Stdin: strings.NewReader(run)}
	err := files.Each(func(record any) error {
		switch r := record.(type) {
		case *results.Environment:
			fmt.Println("on", r.CPU)
		case *benchfmt.Result:
			fmt.Println(string(r.Name), r.Values[0].OrigValue, r.Values[0].OrigUnit)
		case *results.Exception:
			fmt.Println(r.Kind, r.Case)
		}
		return nil
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// on a CPU
	// Iterate/impl=dense/n=1000-2 1721 ns/op
	// Iterate/impl=dense/n=1000-2 1730 ns/op
	// failed Iterate/impl=mine/n=1000-2
}

// A unit has a title, a direction and a format.
func ExampleUnitNamed() {
	u := results.UnitNamed("ns/entity")
	fmt.Println(u.Title, u.Better, u.Format(1.7219), u.Restates)
	// Output: time per entity -1 1.72 ns ns/op
}
