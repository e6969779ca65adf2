package results_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/results"
)

// eventLine is an event of go test -json.
func eventLine(action, pkg, output string) string {
	text, err := json.Marshal(map[string]string{"Time": "2026-11-28T11:33:28Z", "Action": action, "Package": pkg, "Output": output})
	if err != nil {
		panic(err)
	}
	return string(text) + "\n"
}

// The events of go test -json are read as its output without -json, however they split the output,
// and however those of several packages alternate.
func TestEventsAreTheOutput(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type stream struct {
			name string
			left string // of the output
		}
		var streams []*stream
		want := ""
		texts := map[string]string{}
		for i := range rapid.IntRange(1, 4).Draw(t, "packages") {
			name := fmt.Sprint("m/p", i)
			text := "goos: linux\npkg: " + name + "\n=== RUN   BenchmarkA\nBenchmarkA\n"
			for range rapid.IntRange(0, 6).Draw(t, "results") {
				text += rapid.SampledFrom([]string{
					"BenchmarkA/é<b>-8\t 1\t 5 ns/op\n", "BenchmarkB-8\t 1\t 7 ns/op\t 0 B/op\r\n", "a log line\n", "{\"Action\":\"other\"}\n", "BenchmarkC 1 x\n", "--- FAIL: BenchmarkD\n",
				}).Draw(t, "line")
			}
			text += rapid.SampledFrom([]string{"PASS\n", "FAIL\t" + name + " 0.1s\n", "panic: x"}).Draw(t, "end")
			streams, texts[name] = append(streams, &stream{name, text}), text
		}
		file := rapid.SampledFrom([]string{"", "go: downloading x v1\n", "toolchain: tip\n"}).Draw(t, "before")
		want += file
		for len(streams) > 0 {
			at := rapid.IntRange(0, len(streams)-1).Draw(t, "next")
			s := streams[at]
			if s.left == "" {
				file += eventLine("pass", s.name, "")
				want += strings.TrimSuffix(texts[s.name], "\n") + "\n"
				streams = slices.Delete(streams, at, at+1)
				continue
			}
			cut := rapid.IntRange(1, len(s.left)).Draw(t, "cut")
			for !json.Valid([]byte(eventLine("", "", s.left[:cut]))) || strings.ToValidUTF8(s.left[:cut], "") != s.left[:cut] {
				cut++
			}
			file += eventLine("output", s.name, s.left[:cut])
			s.left = s.left[cut:]
			file += rapid.SampledFrom([]string{"", "", "# a comment of a build\n", "{\"a\": 1}\n"}).Draw(t, "between")
		}
		line := regexp.MustCompile(`x.txt:\d+`)
		if got, want := line.ReplaceAllString(described(t, []byte(file)), ""), line.ReplaceAllString(described(t, []byte(want)), ""); got != want {
			t.Fatalf("%s\nis read as\n%s\nwant\n%s", file, got, want)
		}
	})
}

// Messages have the line of the file, also if the output of packages alternates.
func TestEventsKeepTheirLines(t *testing.T) {
	text := eventLine("start", "a", "") +
		eventLine("output", "a", "BenchmarkA-2 \t") +
		eventLine("output", "b", "BenchmarkB 1 x ns/op\nBenchmarkB 1 5 ns/op\n") +
		eventLine("output", "a", "1 NaN ns/op\n") +
		eventLine("pass", "b", "") + eventLine("pass", "a", "")
	var damaged []error
	err := (&results.Files{Paths: []string{"x=-"}, Stdin: strings.NewReader(text), Warn: func(err error) { damaged = append(damaged, err) }}).Each(func(any) error { return nil })
	if len(damaged) != 1 || !strings.HasPrefix(damaged[0].Error(), "-:3: parsing measurement") || err == nil || !strings.HasPrefix(err.Error(), "-:2: BenchmarkA-2 has NaN") {
		t.Errorf("%v, %v", damaged, err)
	}
}

// A damaged or missing event is named with its line, and the others are used.
func TestDamagedEvents(t *testing.T) {
	result := eventLine("output", "p", "BenchmarkA-2 1 5 ns/op\n")
	for _, test := range []struct{ text, want string }{
		{result + `{"Time":"2026","Action":"out` + "\n" + result + eventLine("pass", "p", ""), "A-2  5 5\nx.txt:2: damaged event of go test -json\n"},
		{result + result, "A-2  5 5\nx.txt:2: no event of go test -json ends package \"p\": the run was killed, or the file is cut off\n"},
		{result + result[:30], "A-2  5\nx.txt:2: no event of go test -json ends package \"p\": the run was killed, or the file is cut off\nx.txt:2: damaged event of go test -json\n"},
		{`{"Time":"2026","Action":"out`, "x.txt:1: damaged event of go test -json, no benchmark results in it; name a file as written by `ecsbench run` or `go test -bench`"},
		{eventLine("output", "p", "=== RUN TestX\n") + eventLine("pass", "p", ""), "x.txt:2: no benchmark results in it; name a file as written by `ecsbench run` or `go test -bench`"},
		{eventLine("output", "p", "BenchmarkX "+strings.Repeat("x", 70000)+"\n") + result + eventLine("pass", "p", ""), "A-2  5\nx.txt:1: line longer than 64 KiB, which no benchmark prints\n"},
	} {
		if got := described(t, []byte(test.text)); got != test.want {
			t.Errorf("%.300s\nis read as\n%s\nwant\n%s", test.text, got, test.want)
		}
	}
}

// The output of a real run is read.
func TestEventsOfGoTest(t *testing.T) {
	text := fixture.Read(t, "testdata/events.json")
	if got, want := described(t, text), "Read/small goos=linux pkg=example.com/read"; !strings.HasPrefix(got, want) || strings.Count(got, "Read/") != 2 {
		t.Error(got)
	}
}

// A file that ends inside a line of output has no value of that line, wherever it ends.
func TestCutEventsHaveNoHalfValues(t *testing.T) {
	const line = "BenchmarkA-2 \t 1\t 105.25 ns/op\t 16 B/op\n"
	for cut := 1; cut < len(line); cut++ {
		text := eventLine("output", "p", "BenchmarkA-2 \t 1\t 100.25 ns/op\t 16 B/op\n") + eventLine("output", "p", line[:cut/2]) + eventLine("output", "p", line[cut/2:cut])
		f, err := results.Parse(strings.NewReader(text), "x.txt")
		if err != nil || len(f.Cases) != 1 || len(f.Lines) != 1 || len(f.Cases[0].Units) != 2 || len(f.Damaged) == 0 {
			t.Errorf("cut after %q: %v, %s", line[:cut], err, encoded(f))
		}
	}
}
