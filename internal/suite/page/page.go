package page

import (
	"bufio"
	"fmt"
	"io"
	"net/url"
	"slices"

	"github.com/ecsbench/ecsbench/internal/perf/history"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/suite/profiler"
	"github.com/ecsbench/ecsbench/report"
)

// An Input is the content of a page.
type Input struct {
	Report   *report.Report   // of the newest commit
	Baseline *verdict.Verdict // nil without a baseline
	History  *history.History // nil with one commit only
	Profiles []*profiler.Findings
	Pictures []*Figure // in files beside the page
	Undrawn  int       // scenarios without a picture
	Raw      []Raw
	Version  string // of ecsbench

	paths []string // of the result files
}

//go:generate go tool qtc -file=page.qtpl

// A view is the data of the template.
type view struct {
	Input
	Data        string // JSON
	Heats       []heatView
	MoreHeats   int // omitted
	HasImpls    bool
	Changed     []changeView
	Compared    []changeView
	Comparisons int // total number
	Whys        []whyView
	Flames      string // JSON
}

// headlines returns the headlines of the ranking. With a verdict, which is the headline, it
// omits the reason for a missing ranking.
func headlines(r *report.Report, baseline *verdict.Verdict) []report.Headline {
	if baseline != nil && len(r.Winners()) == 0 {
		return nil
	}
	return r.Headlines()
}

// Write writes the page.
func Write(w io.Writer, in Input) error {
	data, err := encode(in)
	if err != nil {
		return fmt.Errorf("write report page: %w", err)
	}
	v := view{
		Input:    in,
		Data:     data,
		HasImpls: slices.ContainsFunc(in.Report.Impls, func(i *report.Impl) bool { return i.Name != "" }),
	}
	v.Heats, v.MoreHeats = heatViews(in.Report)
	v.Changed, v.Compared, v.Comparisons = changeViews(in.Baseline)
	if v.Whys, v.Flames, err = whyViews(in.Profiles); err != nil {
		return fmt.Errorf("write report page: %w", err)
	}
	b := bufio.NewWriterSize(w, 1<<16) // the template writes in small pieces
	writedocument(b, &v)
	if err := b.Flush(); err != nil {
		return fmt.Errorf("write report page: %w", err)
	}
	return nil
}

// href is a link to a file beside the page. The file's name cannot give it a scheme.
func href(path string) string { return (&url.URL{Path: path}).String() }
