package ab

import (
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// verdictOfEverything has one of everything that can be found.
func verdictOfEverything() *Verdict {
	effect := func(change, p float64) Effect {
		return Effect{Of: ofFastest, Change: change, Low: change - 0.01, High: change + 0.01, P: p, Rounds: 50}
	}
	none := Effect{Of: ofAll, P: 1, Rounds: 50}
	again := effect(0.19, 0.002)
	refuted, open := effect(0.001, 1), effect(0.025, 0.003)
	c := func(name string) Case { return Case{"example.com/m", name} }
	v := &Verdict{
		Base: "main (1a2b3c4)", Head: "working tree (1a2b3c4 and 2 changed files)", Corrected: 6,
		Options: Options{Alpha: 0.01, MaxRegression: 0.02, Visible: 0.1},
		Plan:    Plan{Rounds: 50, Planted: 0.06},
		Inventory: &Inventory{
			BaseOnly: []Case{c("Gone")}, HeadOnly: []Case{c("New")}, Notes: []string{"something to know"},
		},
		Failed: []Failure{{c("Broken|pipe"), "head", "exit status 2: panic: no fuel"}},
		Comparisons: []Comparison{
			{Case: c("Slow"), Unit: unitTime, Better: -1, Base: 1e-6, Head: 1.2e-6, Effect: effect(0.2, 0.001), Visible: 0.04, Again: &again, Finding: Regression},
			{Case: c("Slow"), Unit: unitAllocs, Better: -1, Base: 0, Head: 2, Effect: effect(2, 0.0001), Visible: 0.02, Again: &again, Finding: Regression},
			{Case: c("Throughput"), Unit: "B/s", Better: 1, Base: 4e9, Head: 3e9, Effect: effect(1./3, 0.001), Visible: 0.05, Again: &refuted, Finding: Refuted},
			{Case: c("Open"), Unit: unitTime, Better: -1, Base: 5e-9, Head: 6e-9, Effect: effect(0.04, 0.001), Visible: 0.03, Again: &open, Finding: Suspected},
			{Case: c("Fast_er"), Unit: unitTime, Better: -1, Base: 2e-3, Head: 1e-3, Effect: effect(-0.5, 0.001), Visible: 0.03, Finding: Improvement},
			{Case: c("Same"), Unit: unitTime, Better: -1, Base: 3, Head: 3, Effect: effect(0.001, 1), Visible: 0.03, Finding: NoChange},
			{Case: c("Same"), Unit: unitBytes, Better: -1, Base: 4096, Head: 4096, Effect: none, Visible: 0.02, Finding: NoChange},
			{Case: c("Same"), Unit: "mystery", Base: 7, Head: 8, Effect: effect(1./7, 0.001), Finding: Unjudged},
		},
		Controls: []Control{
			{Side: "same", Case: c("Same"), Effect: effect(0.001, 1), Passed: true},
			{Side: "plant", Case: c("Slow"), Effect: effect(0.06, 0.001), Planted: 0.06, Passed: true},
		},
	}
	for _, name := range []string{"Slow", "Throughput", "Open", "Fast_er", "Same"} {
		v.Plan.Cases = append(v.Plan.Cases, PlannedCase{Case: c(name)})
	}
	return v
}

func TestFormats(t *testing.T) {
	missed := verdictOfEverything()
	missed.Comparisons = missed.Comparisons[4:]
	missed.Controls[1].Passed = false
	missed.Failed = nil
	clean := verdictOfEverything()
	clean.Comparisons, clean.Failed, clean.Inventory = clean.Comparisons[4:], nil, &Inventory{}
	for name, v := range map[string]*Verdict{"regression": verdictOfEverything(), "inconclusive": missed, "clean": clean} {
		v.conclude()
		for extension, write := range map[string]func(io.Writer) error{
			"txt": v.Text, "md": v.Markdown, "xml": v.Gate().WriteJUnit, "github": v.Gate().WriteGitHub,
		} {
			golden(t, name+"."+extension, write)
		}
	}
	golden(t, "calibration.txt", func(w io.Writer) error { return clean.Calibration(w, 5e9) })
}

// golden compares what is written with a file in testdata.
func golden(t *testing.T, name string, write func(io.Writer) error) {
	t.Helper()
	path := filepath.Join("testdata", "verdicts", name)
	got, err := os.Create(filepath.Join(t.TempDir(), name))
	if err != nil {
		t.Fatal(err)
	}
	defer got.Close()
	if err := write(got); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(got.Name())
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(text) != string(want) {
		t.Errorf("%s:\n%s\nwant\n%s", name, text, want)
	}
}

// A benchmark that fails on both sides is one.
func TestFailuresAreCountedByCase(t *testing.T) {
	v := verdictOfEverything()
	v.Failed = append(v.Failed, Failure{v.Failed[0].Case, "base", "exit status 2"}, Failure{v.Plan.Cases[0].Case, "head", "exit status 2"})
	v.Outcome = Failed
	if got := v.Headline(); got != "FAILED: 2 of 6 benchmarks could not be measured" {
		t.Error(got)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestWhatCannotBePrintedIsOneError(t *testing.T) {
	v := verdictOfEverything()
	v.conclude()
	for name, write := range map[string]func(io.Writer) error{
		"text": v.Text, "markdown": v.Markdown, "calibration": func(w io.Writer) error { return v.Calibration(w, 5e9) },
	} {
		if err := write(full{}); err == nil || strings.Count(err.Error(), "no space left") != 1 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestShortDurations(t *testing.T) {
	for d, want := range map[time.Duration]string{
		5 * time.Minute: "5m", time.Hour: "1h", 90 * time.Second: "1m30s", 30 * time.Second: "30s", 61 * time.Minute: "1h1m", 0: "0s",
	} {
		if got := short(d); got != want {
			t.Errorf("%v as %s, want %s", d, got, want)
		}
	}
}
