package profiler

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/ecsbench/ecsbench/internal/perf/instructions"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/results"
	"github.com/ecsbench/ecsbench/scenarios"
)

// Format is the version of the findings on disk.
const Format = 1

// Findings are the profiles of one case for several implementations.
type Findings struct {
	Format      int                 `json:"format"`
	Start       time.Time           `json:"start"`
	Selection   Selection           `json:"plan"`
	Environment results.Environment `json:"environment"`
	Subjects    []*Subject          `json:"subjects"` // in the order of the selection
}

// A Subject is one profiled implementation. Missing looks are nil.
type Subject struct {
	Case        string   `json:"case"` // as in result files, without "Benchmark"
	Impl        string   `json:"impl"`
	Visits      int      `json:"visits"` // entities that an operation processes
	CPU         *CPU     `json:"cpu,omitempty"`
	Memory      *Memory  `json:"memory,omitempty"`
	Cache       *Cache   `json:"cache,omitempty"`
	Failed      []string `json:"failed,omitempty"` // why looks failed
	Unsupported string   `json:"unsupported,omitempty"`

	Lines []LineCost `json:"lines,omitempty"` // of a Go benchmark

	request measure.Request
	parts   parts
	module  string                                // of a Go benchmark
	costs   map[instructions.SourceLine]*LineCost // of it, from which OfBenchmarks selects Lines
}

// Title names the profiled case.
func (f *Findings) Title() string {
	if f.Selection.Bench != "" {
		return f.Selection.Bench
	}
	title := fmt.Sprintf("%s, profile %s", f.Selection.Scenario, f.Selection.Profile.Name)
	if s, err := scenarios.Find(f.Selection.Scenario); err == nil {
		for _, a := range slices.Backward(s.Axes) {
			title += fmt.Sprintf(", %d %s", a.In(f.Selection.Profile)[0], a.Title)
		}
	}
	return title
}

// The files of findings.
const (
	Marker       = ".ecsbench-profile" // identifies a folder of findings
	findingsFile = "profile.json"      // Findings
	countsFile   = "counts.txt"        // in the Go benchmark format
)

// Save writes the findings to a folder: JSON, a result file of the counts for compare and
// benchstat, and per implementation a folder with cpu.pprof, heap.pprof and allocs.pprof for go
// tool pprof, and cpu.folded and heap.folded for flame graphs.
func (f *Findings) Save(dir string) error {
	text, err := json.MarshalIndent(f, "", " ")
	if err != nil {
		return fmt.Errorf("write findings: %w", err)
	}
	if err := os.WriteFile(filepath.Join(dir, findingsFile), append(text, '\n'), 0o666); err != nil {
		return fmt.Errorf("write findings: %w", err)
	}
	if f.Selection.Bench == "" { // ecsbench bench writes the counts of benchmarks
		if err := f.saveCounts(filepath.Join(dir, countsFile)); err != nil {
			return fmt.Errorf("write counts: %w", err)
		}
	}
	for _, s := range f.Subjects {
		if err := s.saveProfiles(filepath.Join(dir, FileName(s.Impl))); err != nil {
			return fmt.Errorf("write profiles of %s: %w", s.Impl, err)
		}
	}
	return nil
}

// FileName makes a valid file name from the spec of an implementation: "paged:block=64"
// becomes "paged_block=64".
func FileName(spec string) string { return strings.NewReplacer(":", "_", "/", "_").Replace(spec) }

func (s *Subject) saveProfiles(dir string) error {
	files := make(map[string][]byte)
	if s.CPU != nil && s.CPU.profile != nil { // not loaded
		var text bytes.Buffer
		if err := s.CPU.profile.Write(&text); err != nil {
			return err
		}
		files["cpu.pprof"] = text.Bytes()
		files["cpu.folded"] = foldedText(s.CPU.Folded, 1e6) // in microseconds
	}
	if s.Memory != nil && s.Memory.allocs != nil { // not loaded
		files["allocs.pprof"] = s.Memory.allocs
		if len(s.Memory.heap) > 0 {
			files["heap.pprof"], files["heap.folded"] = s.Memory.heap, foldedText(s.Memory.Folded, 1)
		}
	}
	if len(files) == 0 {
		return nil
	}
	if err := os.Mkdir(dir, 0o777); err != nil {
		return err
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// foldedText writes stacks in Brendan Gregg's folded format, one a line:
// frames, outermost first, separated by semicolons, and a whole number.
func foldedText(stacks []Stack, scale float64) []byte {
	var b bytes.Buffer
	for _, s := range stacks {
		fmt.Fprintf(&b, "%s %.0f\n", strings.Join(s.Frames, ";"), scale*s.Value)
	}
	return b.Bytes()
}

func (f *Findings) saveCounts(path string) error {
	out, err := results.Create(path, false, results.Head{
		Header:      results.Header{Format: results.Format, Version: f.Environment.Version, Start: f.Start},
		Plan:        f.Selection,
		Environment: f.Environment,
		Config:      measure.Config(f.Selection.Profile, f.Environment),
	})
	if err != nil {
		return err
	}
	var errs []error
	for _, s := range f.Subjects {
		if s.Unsupported != "" {
			errs = append(errs, out.Annotate(results.KindUnsupported, results.Exception{Case: s.Case, Reason: s.Unsupported}))
		}
		for _, why := range s.Failed {
			errs = append(errs, out.Annotate(results.KindFailed, results.Exception{Case: s.Case, Reason: why}))
		}
		if values := s.values(); len(values) > 0 {
			sample := results.Sample{Case: s.Case, Iterations: 1, Values: values}
			if s.Cache != nil {
				sample.Iterations = s.Cache.Operations
			}
			errs = append(errs, out.Sample(sample))
		}
	}
	return errors.Join(append(errs, out.Close())...)
}

// values returns the counts in separate units without times, so these files are not mistaken
// for measurements.
func (s *Subject) values() []results.Value {
	var list []results.Value
	add := func(value float64, unit string) { list = append(list, results.Value{Value: value, Unit: unit}) }
	if c := s.Cache; c != nil {
		per := func(n int64) float64 { return float64(n) / float64(max(1, s.Visits)) }
		add(float64(c.Op.Instructions), "instructions/op")
		add(per(c.Op.Instructions), "instructions/entity")
		add(per(c.Op.Data()), "D-refs/entity")
		add(per(c.Op.D1()), "D1-misses/entity")
		add(per(c.Op.LL()), "LLd-misses/entity")
	}
	if m := s.Memory; m != nil {
		add(m.PerEntity(m.Full), "retained-B/entity")
	}
	return list
}

// Load reads findings from a folder of Save.
func Load(dir string) (*Findings, error) {
	path := filepath.Join(dir, findingsFile)
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil, fmt.Errorf("%s: no %s in it: want a folder that ecsbench profile -o has written", dir, findingsFile)
	}
	if err != nil {
		return nil, fmt.Errorf("read findings: %w", err)
	}
	var f Findings
	if err := json.Unmarshal(text, &f); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if f.Format < 1 || f.Format > Format {
		return nil, fmt.Errorf("%s: it has format %d, this version reads up to %d: use a newer ecsbench, or profile again", path, f.Format, Format)
	}
	if len(f.Subjects) == 0 || f.Selection.Bench == "" && len(f.Selection.Profile.Entities) != 1 {
		return nil, fmt.Errorf("read profile %s: the profiled case is missing: profile again", path)
	}
	for i, s := range f.Subjects {
		if s == nil {
			return nil, fmt.Errorf("%s: subject %d is null: profile again", path, i)
		}
	}
	return &f, nil
}
