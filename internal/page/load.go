package page

import (
	"fmt"

	"github.com/ecsbench/ecsbench/internal/ab"
	"github.com/ecsbench/ecsbench/internal/gate"
	"github.com/ecsbench/ecsbench/internal/history"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/profiler"
	"github.com/ecsbench/ecsbench/internal/verdict"
	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
)

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
	in.Report = report.Build(newest)
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
	old, err := gate.ReadSide(&results.Files{Paths: []string{o.Baseline}, Warn: o.Warn}, "*")
	if err != nil {
		return nil, fmt.Errorf("baseline: %w", err)
	}
	now, err := gate.ReadSide(&results.Files{Paths: paths}, "*")
	if err != nil {
		return nil, err
	}
	return gate.Gate(old, now, gate.DefaultOptions())
}

// pathsOf lists the paths of runs, of which a file may have several.
func pathsOf(files []*results.File) []string {
	return lists.Add(nil, lists.Map(files, func(f *results.File) string { return f.Path })...)
}
