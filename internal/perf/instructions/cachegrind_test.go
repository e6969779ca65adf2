package instructions_test

import (
	"bytes"
	"maps"
	"os"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/instructions"
)

func TestParse(t *testing.T) {
	text := fixture.Read(t, "testdata/cachegrind.out")
	c, err := instructions.Parse(bytes.NewReader(text))
	fixture.Check(t, err)
	want := instructions.References{Instructions: 126163, Reads: 42022, Writes: 21042, D1Reads: 1205, D1Writes: 7, LLReads: 4, LLWrites: 2}
	if c.Total != want {
		t.Errorf("total %+v, want %+v", c.Total, want)
	}
	run := c.Functions["github.com/ecsbench/ecsbench/impls/dense.(*columns).run"]
	if want := (instructions.References{Instructions: 126148, Reads: 42022, Writes: 21042, D1Reads: 1205, D1Writes: 7, LLReads: 4, LLWrites: 2}); run != want {
		t.Errorf("run, which is in two files: %+v, want %+v", run, want)
	}
	if got := c.Functions["github.com/ecsbench/ecsbench/ecs.(*Packed[go.shape.struct { X float32; Y float32 }]).Append"]; got != (instructions.References{Instructions: 15}) {
		t.Errorf("a function with blanks in its name, columns left out: %+v", got)
	}
	if got := c.Shapes["LL"]; got != (instructions.CacheShape{268435456, 1, 64}) {
		t.Errorf("LL %+v", got)
	}
	if got := c.Shapes["D1"].String(); got != "32 KiB 8-way, lines of 64 B" {
		t.Errorf("D1 %s", got)
	}
}

func TestParseKeepsLines(t *testing.T) {
	c, err := instructions.Parse(strings.NewReader("events: Ir\nfl=./example.com/m/a.go\nfn=m.F\n7 5\nfi=???\n0 1\nfe=./example.com/m/a.go\n7 2\n8 .\nsummary: 8\n"))
	fixture.Check(t, err)
	want := map[instructions.SourceLine]int64{{"m.F", "example.com/m/a.go", 7}: 7, {"m.F", "", 0}: 1}
	if !maps.Equal(c.Lines, want) {
		t.Errorf("%v, want %v", c.Lines, want)
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                    "no summary: the process was killed",
		"events: Ir\nfn=f\n1 2\n":             "no summary: the process was killed",
		"fn=f\n1 2\n":                         "line 2: counts before the names of the events",
		"events: Ir\nfn=f\n1 2 3\n":           "line 3: 2 counts of 1 events",
		"events: Ir\nfn=f\n1 x\n":             `line 3: "x" is not a count`,
		"events: Ir\nfn=f\n1 -2\n":            `"-2" is not a count`,
		"events: Ir\nhello\n":                 `line 2: "hello" is not understood`,
		"events: Ir\nsummary: 1\nsummary: 1":  "line 3: there is more after the summary",
		"events: Ir\nfn=f\n1 " + big + "\n":   "is not a count",
		strings.Repeat("x", 2<<20) + "\n":     "token too long",
		"events: Ir\nsummary: 1 2 3 4 5 6 7 ": "7 counts of 1 events",
	} {
		if _, err := instructions.Parse(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.30q: got %v, want %q", text, err, want)
		}
	}
}

const big = "99999999999999999999999"

func FuzzParse(f *testing.F) {
	text, err := os.ReadFile("testdata/cachegrind.out")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(text))
	f.Add("events: Ir\nfn=\n+1 .\nsummary:\n")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := instructions.Parse(strings.NewReader(text))
		if err != nil {
			return
		}
		for _, r := range append([]instructions.References{c.Total}, c.Functions[""]) {
			for _, n := range r.Fields() {
				if *n < 0 && !strings.Contains(text, "9") { // sums of huge counts may overflow
					t.Errorf("negative count in %+v", r)
				}
			}
		}
	})
}

func TestScaledRoundsAndClamps(t *testing.T) {
	got := instructions.References{Instructions: 5, Reads: -7, Writes: 4}.Scaled(3)
	if want := (instructions.References{Instructions: 2, Reads: 0, Writes: 1}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}
