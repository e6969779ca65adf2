package results_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/results"
)

// An exception is of the cases with its package and name, and of no others: neither of another
// package with this name nor of a longer name.
func TestExceptionsHaveTheIdentityOfCases(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.Custom(func(t *rapid.T) results.Key {
			return results.Key{
				Package: rapid.SampledFrom([]string{"p", "q", "p/q"}).Draw(t, "package"),
				Name:    rapid.SampledFrom([]string{"A", "A-2", "A/small", "A/small-2", "A/n=1-2", "AB-2"}).Draw(t, "name"),
			}
		})
		exception := rapid.Custom(func(t *rapid.T) results.Exception {
			k := key.Draw(t, "of")
			return results.Exception{Kind: results.KindFailed, Package: rapid.SampledFrom([]string{k.Package, k.Package, ""}).Draw(t, "stated"), Case: k.Name}
		})
		list, cases := rapid.SliceOf(exception).Draw(t, "exceptions"), rapid.SliceOf(key).Draw(t, "cases")
		x := results.NewExceptions(list)
		for _, k := range cases {
			is := func(name string) bool {
				return slices.ContainsFunc(list, func(e results.Exception) bool { return e.Case == name && (e.Package == k.Package || e.Package == "") })
			}
			if _, ok := x.Of(k); ok != is(k.Name) {
				t.Fatalf("%+v: of a case %v, of %+v", k, ok, list)
			}
			name := strings.TrimSuffix(k.Name, "-2")
			above, _, _ := strings.Cut(name, "/")
			if _, ok := x.Why(k); ok != (is(k.Name) || is(name) || is(above)) {
				t.Fatalf("%+v: why a case is missing %v, of %+v", k, ok, list)
			}
		}
		for _, e := range x.Without(cases) {
			if slices.ContainsFunc(cases, func(k results.Key) bool {
				return (k.Package == e.Package || e.Package == "") && (k.Name == e.Case || k.Name == e.Case+"-2")
			}) {
				t.Fatalf("%+v has a value, of %+v", e, cases)
			}
		}
	})
}

// Failures and skipped benchmarks of go test have the package that printed them. A case that is
// measured again fails no more in its package and run.
func TestExceptionsOfFiles(t *testing.T) {
	f, err := results.Parse(strings.NewReader(strings.ReplaceAll(`pkg: p
BenchmarkA-2	1	5 ns/op
--- FAIL: BenchmarkB/x
--- FAIL: BenchmarkB
--- FAIL: BenchmarkC-2 (0.1s)
FAIL
FAIL|p|1s
pkg: q
--- SKIP: BenchmarkA
FAIL|q|1s
FAIL|r/s [build failed]
# failed {"case":"X","pkg":"p","reason":"1"}
# failed {"case":"X","pkg":"q","reason":"2"}
# again {"case":"X","pkg":"q"}
# ecsbench {"format":1}
# failed {"case":"X","pkg":"q","reason":"3"}
# again {"case":"X","pkg":"p"}
`, "|", "\t")), "x.txt")
	fixture.Check(t, err)
	got := lists.Map(slices.Concat(f.GoTest, f.Failed), func(e results.Exception) string {
		return fmt.Sprintf("%s %s %s: %s", e.Kind, e.Package, e.Case, e.Reason)
	})
	want := `failed p B/x: go test reports FAIL
failed p C-2: go test reports FAIL
unsupported q A: skipped by the benchmark
failed q : go test reports FAIL for q
failed r/s : go test reports FAIL for r/s [build failed]
failed p X: 1
failed q X: 3`
	if strings.Join(got, "\n") != want {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
}
