package page

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"golang.org/x/sync/errgroup"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/perf/gate"
	"github.com/ecsbench/ecsbench/internal/perf/history"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/internal/suite/profiler"
	"github.com/ecsbench/ecsbench/internal/sys/outdir"
	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
)

// FolderOptions are the options of [WriteFolder].
type FolderOptions struct {
	Files    []string // result files, and folders of them
	Baseline string   // result file to compare with, "" for none
	Profiles []string // folders of ecsbench profile
	Out      string   // folder to write
	Force    bool     // write into a folder with foreign files; they stay
	Version  string   // of ecsbench, for the page
	// WithoutPictures leaves out the PNG and SVG files, which take most of the
	// time.
	WithoutPictures bool
	Warn            func(error) // called for oddities in the files; may be nil
}

// marker identifies an earlier report.
const marker = ".ecsbench-report"

// WriteFolder writes the report and returns its data.
func WriteFolder(o FolderOptions) (*Input, error) {
	in, err := LoadResults(o)
	if err != nil {
		return nil, err
	}
	dir, err := outdir.Create(o.Out, marker, o.Force)
	if err != nil {
		return nil, fmt.Errorf("write report: %w", err)
	}
	defer dir.Discard()
	if err := in.writeInto(dir.Path(), o); err != nil {
		return nil, err
	}
	if err := dir.Commit(); err != nil {
		return nil, fmt.Errorf("write report: %w", err)
	}
	return in, nil
}

func (in *Input) writeInto(dir string, o FolderOptions) (err error) {
	if in.Raw, err = copyRaw(dir, in.paths); err != nil {
		return err
	}
	if !o.WithoutPictures {
		in.Undrawn = max(0, len(in.Report.Scenarios)-mostFigures)
		in.Pictures = Figures(in.Report)
		if err := writePictures(dir, in.Pictures); err != nil {
			return err
		}
	}
	f, err := os.Create(filepath.Join(dir, "report.html"))
	if err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	if err := errors.Join(Write(f, *in), f.Close()); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return nil
}

// copyRaw copies the result files beside the page, under unique names, and prepares
// small ones for the page itself.
func copyRaw(dir string, paths []string) ([]Raw, error) {
	folder := filepath.Join(dir, "results")
	if err := os.Mkdir(folder, 0o777); err != nil {
		return nil, fmt.Errorf("write report: %w", err)
	}
	room := MostRaw
	var list []Raw
	for i, path := range paths {
		text, err := results.ReadInput(path)
		if err != nil {
			return nil, fmt.Errorf("write report: %w", err)
		}
		name := filepath.Base(path)
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
			name = "input.txt" // a pipe
		}
		if _, err := os.Stat(filepath.Join(folder, name)); err == nil {
			name = fmt.Sprintf("%d-%s", i+1, name)
		}
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o666); err != nil {
			return nil, fmt.Errorf("write report: %w", err)
		}
		raw, err := NewRaw(name, "results/"+name, text, room)
		if err != nil {
			return nil, err
		}
		room -= len(raw.Base64)
		list = append(list, raw)
	}
	return list, nil
}

// LoadResults reads the result files. Of several commits the report has the newest one.
func LoadResults(o FolderOptions) (*Input, error) {
	warn := o.Warn
	if warn == nil {
		warn = func(error) {}
	}
	files, err := history.Read(o.Files, warn)
	if err != nil {
		return nil, err
	}
	in := &Input{Version: o.Version}
	in.paths = pathsOf(files)
	for _, dir := range o.Profiles {
		f, err := profiler.Load(dir)
		if err != nil {
			return nil, fmt.Errorf("profile: %w", err)
		}
		in.Profiles = append(in.Profiles, f)
	}
	newest := files
	if all := report.CommitsOf(files); len(all) > 1 {
		in.History, newest = history.Build(files), all[len(all)-1].Files
	}
	in.Report = report.Build(newest, measure.Catalogue())
	if o.Baseline != "" {
		if in.Baseline, err = compare(o, newest); err != nil {
			return nil, err
		}
	}
	return in, nil
}

// compare judges the files against the baseline like ecsbench gate with its defaults.
// Two sides of ecsbench ab keep their own verdict.
func compare(o FolderOptions, files []*results.File) (*verdict.Verdict, error) {
	paths := pathsOf(files)
	if len(paths) == 1 {
		if v, err := ab.VerdictOf(o.Baseline, paths[0]); v != nil || err != nil {
			return v, err
		}
	}
	old, err := gate.ReadInput(&results.Files{Paths: []string{o.Baseline}, Warn: o.Warn}, "*")
	if err != nil {
		return nil, err
	}
	now, err := gate.ReadInput(&results.Files{Paths: paths}, "*")
	if err != nil {
		return nil, err
	}
	return gate.Gate(old, now, gate.DefaultLimits())
}

// pathsOf lists the paths of the files of runs, each once.
func pathsOf(files []*results.File) []string {
	return lists.Add(nil, lists.Map(files, func(f *results.File) string { return f.Path })...)
}

// writePictures draws every figure as PNG and SVG, on all processors.
func writePictures(dir string, figures []*Figure) error {
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, f := range figures {
		group.Go(func() error { return f.write(dir) })
	}
	return group.Wait()
}

func (f *Figure) write(dir string) error {
	for i, draw := range []func() ([]byte, error){f.PNG, f.SVG} {
		image, err := draw()
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, f.Files()[i]), image, 0o666); err != nil {
			return fmt.Errorf("write report: %w", err)
		}
	}
	return nil
}
