package page

import (
	"bufio"
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"net/url"
	"slices"
	"sync"

	"github.com/ecsbench/ecsbench/internal/display"
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

// A view is the data of the templates.
type view struct {
	Input
	Data        template.JS // JSON
	Heats       []heatView
	MoreHeats   int // omitted
	HasImpls    bool
	Changed     []changeView
	Compared    []changeView
	Comparisons int // total number
	Whys        []whyView
	Flames      template.JS // JSON
}

//go:embed page.tmpl
var page string

// templates are those of the page.
var templates = sync.OnceValues(func() (*template.Template, error) {
	return template.New("page.tmpl").Funcs(template.FuncMap{
		"alpha":          func() float64 { return report.Alpha },
		"breaks":         breaks,
		"cases":          report.Cases,
		"confidence":     func() int { return int(100 * report.Confidence) },
		"count":          func(n int) string { return report.Count(float64(n)) },
		"counted":        display.Count,
		"display":        report.Display,
		"displayLong":    report.DisplayLong,
		"fewestPoints":   func() int { return history.FewestPoints },
		"format":         report.Format,
		"glossary":       report.Glossary,
		"heatClass":      heatClass,
		"href":           href,
		"library":        func() template.JS { return template.JS(chartLibrary) },
		"libraryVersion": chartLibraryVersion,
		"licences":       licences,
		"next":           func(i int) int { return i + 1 },
		"own":            func(rows []changeView) []changeView { _, own := takeShared(rows); return own },
		"pText":          pText,
		"policy":         policy,
		"prose":          prose,
		"ratio":          report.Ratio,
		"script":         func() template.JS { return template.JS(pageScript()) },
		"shared":         func(rows []changeView) []string { shared, _ := takeShared(rows); return shared },
		"style":          func() template.CSS { return template.CSS(pageStyle) },
		"tieMeans":       func() string { return report.TieMeans },
		"unclearMeans":   func() string { return report.UnclearMeans },
		"verbatim":       func(base64 string) template.HTML { return template.HTML(base64) },
	}).Parse(page)
})

// Headlines are those of the ranking.
func (v *view) Headlines() []report.Headline { return headlines(v.Report, v.Baseline) }

// Machines lists the environments.
func (v *view) Machines() []machine { return machines(v.Report) }

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
		Data:     template.JS(data),
		HasImpls: slices.ContainsFunc(in.Report.Impls, func(i *report.Impl) bool { return i.Name != "" }),
	}
	v.Heats, v.MoreHeats = heatViews(in.Report)
	v.Changed, v.Compared, v.Comparisons = changeViews(in.Baseline)
	var flames string
	if v.Whys, flames, err = whyViews(in.Profiles); err != nil {
		return fmt.Errorf("write report page: %w", err)
	}
	v.Flames = template.JS(flames)
	t, err := templates()
	if err != nil {
		return fmt.Errorf("write report page: %w", err)
	}
	b := bufio.NewWriterSize(w, 1<<16) // templates write in small pieces
	if err := cmp.Or(t.ExecuteTemplate(b, "page", &v), b.Flush()); err != nil {
		return fmt.Errorf("write report page: %w", err)
	}
	return nil
}

// href is a link to a file beside the page. The file's name cannot give it a scheme.
func href(path string) string { return (&url.URL{Path: path}).String() }
