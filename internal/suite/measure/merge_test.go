package measure_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/profiles"
	"github.com/ecsbench/ecsbench/results"
)

func plan(t *testing.T) measure.Plan {
	t.Helper()
	p, err := measure.NewPlan(profiles.Profile{Name: "t", ComponentTypes: 16, Systems: 1, Entities: []int{10, 100}, Components: []int{1, 2, 3}, Axes: map[string][]int{"aged": {0}}},
		"iterate,create,physics,lookup", "dense,hashmap,soa")
	fixture.Check(t, err)
	p.Rounds, p.Seed, p.GOMAXPROCS = 2, 1, 2
	return p
}

// run executes a session and interrupts it after so many samples.
func run(t *testing.T, s *measure.Recording, after int) {
	t.Helper()
	fixture.Check(t, measure.Simulate(t.Context(), s, after))
}

// shards measures n shards of a plan and returns their files.
func shards(t *testing.T, p measure.Plan, n int) []string {
	t.Helper()
	dir := t.TempDir()
	var paths []string
	for i := 1; i <= n; i++ {
		part, err := p.Slice(results.Shard{Index: i, Count: n})
		fixture.Check(t, err)
		path := filepath.Join(dir, fmt.Sprintf("shard%02d.txt", i))
		run(t, measure.Begin(part, path, false), -1)
		paths = append(paths, path)
	}
	return paths
}

func merged(t *testing.T, paths ...string) (string, *measure.Merged) {
	t.Helper()
	m, err := measure.MergeShards(paths)
	fixture.Check(t, err)
	var b bytes.Buffer
	fixture.Check(t, m.Write(&b))
	return b.String(), m
}

func content(t *testing.T, text string) []string {
	t.Helper()
	f := fixture.Parse(t, text, "merged")
	return measure.Content(f)
}

func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file.txt")
	fixture.Check(t, os.WriteFile(path, []byte(text), 0o644))
	return path
}

func read(t *testing.T, path string) string {
	t.Helper()
	text := fixture.Read(t, path)
	return string(text)
}

func TestMergedKilledShardsEqualUninterruptedRun(t *testing.T) {
	p := plan(t)
	whole := filepath.Join(t.TempDir(), "whole.txt")
	run(t, measure.Begin(p, whole, false), -1)
	want := content(t, read(t, whole))
	random := rand.New(rand.NewPCG(1, 1))
	paths := make([]string, 8)
	for i := range paths {
		part, err := p.Slice(results.Shard{Index: i + 1, Count: len(paths)})
		fixture.Check(t, err)
		paths[i] = filepath.Join(t.TempDir(), "shard.txt")
		run(t, measure.Begin(part, paths[i], false), random.IntN(8))
		for range random.IntN(3) {
			// A kill may come in the middle of a line.
			text := read(t, paths[i])
			head := strings.Index(text, "\nUnit")
			fixture.Check(t, os.Truncate(paths[i], int64(head+random.IntN(len(text)-head))))
			s, err := measure.Continue(paths[i], func(*measure.Plan) {})
			fixture.Check(t, err)
			run(t, s, random.IntN(8))
		}
		s, err := measure.Continue(paths[i], func(*measure.Plan) {})
		fixture.Check(t, err)
		run(t, s, -1)
	}
	text, summary := merged(t, paths...)
	if got := content(t, text); !slices.Equal(got, want) {
		t.Errorf("merged:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if summary.Shards != 8 || summary.Of != 8 || summary.Cases != len(caseNames(t, p)) {
		t.Errorf("%+v", summary)
	}
}

func caseNames(t *testing.T, p measure.Plan) []measure.Case {
	t.Helper()
	cases, err := p.Cases()
	fixture.Check(t, err)
	return cases
}

func TestOrderRepetitionAndStepsDoNotMatter(t *testing.T) {
	paths := shards(t, plan(t), 5)
	want, _ := merged(t, paths...)
	half, _ := merged(t, paths[3], paths[1])
	backwards := slices.Clone(paths)
	slices.Reverse(backwards)
	earlier := write(t, read(t, paths[2])[:len(read(t, paths[2]))-400]) // truncated, and continued later
	for what, list := range map[string][]string{
		"backwards":        backwards,
		"a folder":         {filepath.Dir(paths[0])},
		"twice":            append(slices.Clone(paths), paths...),
		"with itself":      append(slices.Clone(paths), write(t, want)),
		"in steps":         {paths[0], write(t, half), paths[2], paths[4]},
		"merged again":     {write(t, want)},
		"an earlier state": append([]string{earlier}, paths...),
		"one far behind":   append([]string{write(t, read(t, paths[1])+read(t, earlier))}, paths...),
	} {
		if got, _ := merged(t, list...); got != want {
			t.Errorf("%s: another file", what)
		}
	}
}

// Hidden files of a folder, such as unfinished copies, are ignored.
func TestHiddenFilesAreIgnored(t *testing.T) {
	dir := t.TempDir()
	paths := shards(t, plan(t), 2)
	for i, path := range paths {
		fixture.Check(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.txt", i)), []byte(read(t, path)), 0o644))
	}
	for _, name := range []string{".0.txt", "notes.md"} {
		fixture.Check(t, os.WriteFile(filepath.Join(dir, name), []byte("no results\n"), 0o644))
	}
	want, _ := merged(t, paths...)
	if got, _ := merged(t, dir); got != want {
		t.Errorf("of the folder it is\n%s\nand of its shards\n%s", got, want)
	}
}

func TestMissingShardsAreReported(t *testing.T) {
	paths := shards(t, plan(t), 5)
	full := read(t, paths[2])
	cut := full[:strings.LastIndex(full, "\nBenchmark")+20]
	torn, empty := write(t, cut), write(t, "# ecsben")
	text, s := merged(t, paths[0], torn, paths[3], empty)
	all := strings.Join(s.Problems, "\n")
	for _, want := range []string{"shard 2/5 is missing", "shard 5/5 is missing", "shard 3/5 is not finished", "--resume " + torn, empty + " is empty"} {
		if !strings.Contains(all, want) {
			t.Errorf("not reported: %s\n%s", want, all)
		}
	}
	if strings.Contains(text, cut[strings.LastIndex(cut, "\n")+1:]+"#") {
		t.Error("a torn line was joined with the next one")
	}
	if n := strings.Count(text, "\nBenchmark"); n != s.Samples {
		t.Errorf("%d samples, %d reported", n, s.Samples)
	}
	full, _ = merged(t, paths...)
	if got, _ := merged(t, append([]string{write(t, text)}, paths...)...); got != full {
		t.Error("merged with the shards that were missing it is not the whole")
	}
}

func TestFailedCasesAreReported(t *testing.T) {
	paths := shards(t, plan(t), 3)
	_, s := merged(t, paths...)
	failed := lists.Count(paths, func(path string) bool { return strings.Contains(read(t, path), "\n# failed ") })
	if failed == 0 || len(s.Problems) != failed || !strings.Contains(s.Problems[0], "it panicked") {
		t.Errorf("%d shards with failures, reported: %q", failed, s.Problems)
	}
}

// edited changes one value in the JSON of a file's head.
func edited(t *testing.T, path string, change func(h *results.Header, e *results.Environment)) string {
	t.Helper()
	lines := strings.SplitN(read(t, path), "\n", 3)
	var h results.Header
	var e results.Environment
	fixture.Check(t, json.Unmarshal([]byte(strings.TrimPrefix(lines[0], "# ecsbench ")), &h))
	fixture.Check(t, json.Unmarshal([]byte(strings.TrimPrefix(lines[1], "# env ")), &e))
	was := e.CPU
	change(&h, &e)
	header, err := results.Annotation(results.KindHeader, h)
	fixture.Check(t, err)
	environment, err := results.Annotation(results.KindEnvironment, e)
	fixture.Check(t, err)
	return write(t, header+environment+strings.Replace(lines[2], "cpu: "+was, "cpu: "+e.CPU, 1))
}

func TestShardsOfDifferentRunsAreRejected(t *testing.T) {
	p := plan(t)
	paths := shards(t, p, 3)
	other := func(change func(*measure.Plan), n int) string {
		q := p
		change(&q)
		return shards(t, q, n)[1]
	}
	edit := func(change func(h *results.Header, e *results.Environment)) string {
		return edited(t, paths[1], change)
	}
	for want, path := range map[string]string{
		"seed 1 and 2":                         other(func(p *measure.Plan) { p.Seed = 2 }, 3),
		"plan ":                                other(func(p *measure.Plan) { p.Precision = 0.5 }, 3),
		"number of shards 3 and 4":             other(func(*measure.Plan) {}, 4),
		"version ":                             edit(func(_ *results.Header, e *results.Environment) { e.Version = "v9" }),
		"commit ":                              edit(func(_ *results.Header, e *results.Environment) { e.Commit = "abc" }),
		"built as":                             edit(func(_ *results.Header, e *results.Environment) { e.Binary = "abc" }),
		"Go version ":                          edit(func(_ *results.Header, e *results.Environment) { e.GoVersion = "go9" }),
		"are different runs of shard 1/3":      write(t, strings.Replace(read(t, paths[0]), "\t       7\t", "\t       8\t", 1)),
		"overlap":                              edited(t, paths[0], func(h *results.Header, _ *results.Environment) { h.Shard.Index = 2 }),
		"does not name the shard and the plan": edit(func(h *results.Header, _ *results.Environment) { h.Shard = nil }),
		"no benchmark results":                 write(t, "something else\n"),
	} {
		_, err := measure.MergeShards([]string{paths[0], path, paths[2]})
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// Two machines measured all shards; a third one measured another run.
func TestMachinesStayApart(t *testing.T) {
	here := shards(t, plan(t), 3)
	var there []string
	for _, path := range here {
		there = append(there, edited(t, path, func(h *results.Header, e *results.Environment) {
			e.CPU, e.Machine, e.Binary = "Imaginary 3000", "other", cmp.Or(e.Binary, "")
			h.Start = time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC) // clocks may differ
		}))
	}
	text, s := merged(t, append(there, here...)...)
	if len(s.Machines) != 2 || strings.Contains(fmt.Sprint(s.Problems), "missing") {
		t.Errorf("%+v", s)
	}
	f := fixture.Parse(t, text, "merged")
	for _, c := range f.Cases {
		if n := len(c.In("ns/op")); n != 2 {
			t.Errorf("%s on %s has %d samples, want the 2 of one machine", c.Name, c.Config["cpu"], n)
		}
	}
	_, s = merged(t, append([]string{there[0], there[2]}, here...)...)
	if !strings.Contains(fmt.Sprint(s.Problems), "shard 2/3 is present from 1 of 2 machines") {
		t.Errorf("%q", s.Problems)
	}
}

func TestMergeErrorsNameBothFiles(t *testing.T) {
	paths := shards(t, plan(t), 3)
	other := edited(t, paths[1], func(_ *results.Header, e *results.Environment) { e.GOAMD64 = "v9" })
	if _, err := measure.MergeShards([]string{paths[0], other, paths[2]}); err == nil || !strings.Contains(err.Error(), "built as") || !strings.Contains(err.Error(), paths[0]) || !strings.Contains(err.Error(), other) {
		t.Error(err)
	}
	// For files with several parts the error names the line of the part.
	two, _ := merged(t, paths[0], paths[2])
	line := 1 + strings.Count(two[:strings.LastIndex(two, "# ecsbench ")], "\n")
	edited := write(t, two+"# unsupported {\"case\":\"X\"}\n")
	if _, s := merged(t, edited); !strings.Contains(fmt.Sprint(s.Problems), fmt.Sprintf("%s from line %d has", edited, line)) {
		t.Errorf("%q, want line %d", s.Problems, line)
	}
	empty := write(t, "# ecsben")
	if _, err := measure.MergeShards([]string{empty}); err == nil || !strings.Contains(err.Error(), empty+" is empty") {
		t.Error(err)
	}
	if _, err := measure.MergeShards([]string{write(t, read(t, paths[0])[:strings.Index(read(t, paths[0]), "\n# env ")+1])}); err == nil || !strings.Contains(err.Error(), "is empty") {
		t.Errorf("of a header alone: %v", err)
	}
}

// What was read is written, whatever happens to the files meanwhile.
func TestFilesThatChangeMeanwhile(t *testing.T) {
	paths := shards(t, plan(t), 2)
	want, m := merged(t, paths...)
	fixture.Check(t, os.Truncate(paths[1], 1000))
	os.Remove(paths[0])
	var b bytes.Buffer
	if err := m.Write(&b); err != nil || b.String() != want {
		t.Errorf("%v, %d bytes instead of %d", err, b.Len(), len(want))
	}
}

// A failed case that is measured later is no longer a failure.
func TestFailuresMeasuredAgain(t *testing.T) {
	paths := shards(t, plan(t), 1)
	text := read(t, paths[0])
	problems := func(text string) string {
		_, s := merged(t, write(t, text))
		return fmt.Sprint(s.Problems)
	}
	count := strings.Count(text, "\n# failed ")
	if count < 2 || !strings.Contains(problems(text), fmt.Sprintf("failed (%d)", count)) {
		t.Fatalf("%d failures: %s", count, problems(text))
	}
	failed := text[strings.Index(text, "\n# failed ")+1:]
	failed = failed[:strings.Index(failed, "\n")+1]
	name := strings.Split(failed, "\"")[3]
	mended := problems(strings.Replace(text, failed, failed+strings.Replace(failed, "# failed ", "# again ", 1)+"Benchmark"+name+"\t1\t1 ns/op\n", 1))
	if !strings.Contains(mended, fmt.Sprintf("failed (%d)", count-1)) || strings.Contains(mended, name+":") {
		t.Errorf("of %d failures one is mended, %s: %s", count, name, mended)
	}
}

// A missing case is reported even if the run ended normally.
func TestMissingCaseIsReported(t *testing.T) {
	paths := shards(t, plan(t), 1)
	text, whole := merged(t, paths[0])
	sample := text[strings.Index(text, "\nBenchmark")+1:]
	name := sample[:strings.IndexAny(sample, "\t ")]
	var lines []string
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, name+"\t") {
			lines = append(lines, line)
		}
	}
	_, s := merged(t, write(t, strings.Join(lines, "")))
	if want := fmt.Sprintf("is not finished (%d of %d cases)", whole.Cases-1, whole.Cases); !strings.Contains(fmt.Sprint(s.Problems), want) {
		t.Errorf("%q, want %s", s.Problems, want)
	}
}

// Shards overlap if a case of one is a case, failed or unsupported in the other. Another
// configuration is another case.
func TestOverlapsByIdentity(t *testing.T) {
	for name, test := range map[string]struct {
		line     string // added to the second shard
		overlaps bool
	}{
		"measured":              {"Benchmark%s 1 5 ns/op\n", true},
		"failed":                {"# failed {\"case\":%q,\"reason\":\"boom\"}\n", true},
		"unsupported":           {"# unsupported {\"case\":%q,\"reason\":\"cannot\"}\n", true},
		"late":                  {"# failed {\"case\":%q,\"reason\":\"no time\",\"late\":true}\n", false},
		"another configuration": {"note: x\nBenchmark%s 1 5 ns/op\nnote:\n", false},
		"in a package":          {"pkg: p\nBenchmark%s 1 5 ns/op\npkg:\n", false},
		"failed in a package":   {"# failed {\"case\":%q,\"pkg\":\"p\",\"reason\":\"boom\"}\n", false},
	} {
		paths := shards(t, plan(t), 2)
		first, err := results.Read(paths[0])
		fixture.Check(t, err)
		text := read(t, paths[1])
		at := strings.Index(text, "# end ")
		path := write(t, text[:at]+fmt.Sprintf(test.line, first.Cases[0].Name)+text[at:])
		_, err = measure.MergeShards([]string{paths[0], path})
		if (err != nil) != test.overlaps || err != nil && !strings.Contains(err.Error(), "overlap: "+first.Cases[0].Name+" is in both") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
