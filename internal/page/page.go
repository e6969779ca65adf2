package page

import (
	"fmt"
	"html/template"
	"io"
	"sync"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/history"
	"github.com/ecsbench/ecsbench/internal/profiler"
	"github.com/ecsbench/ecsbench/internal/verdict"
	"github.com/ecsbench/ecsbench/report"
)

// An Input is the content of a page.
type Input struct {
	Report   *report.Report   // of the newest commit
	Baseline *verdict.Verdict // nil without a baseline
	History  *history.History // nil with one commit only
	Profiles []*profiler.Findings
	Pictures []Picture // files beside the page
	Undrawn  int       // scenarios without a picture
	Raw      []Raw
	Version  string // of ecsbench

	paths []string // of the result files
}

// pageTemplate is parsed on first use, because every worker is a process of this program.
var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{
		"heatClass":   heatClass,
		"prose":       prose,
		"breaks":      breaks,
		"ratio":       report.Ratio,
		"percent":     report.Percent,
		"display":     report.Display,
		"displayLong": report.DisplayLong,
		"fewest":      func() int { return history.FewestPoints },
		"format":      report.Format,
		"p":           pText,
		"cases":       report.Cases,
		"next":        func(n int) int { return n + 1 },
		"count":       func(n int) string { return report.Count(float64(n)) },
		"warnings":    func(n int) string { return display.Count(n, "warning") },
	}).Parse(documentTemplate))
})

// A view is the data of the template.
type view struct {
	Input
	Policy      string
	Style       template.CSS
	Library     template.JS
	Script      template.JS
	Data        template.JS
	Notes       report.Notes
	Heats       []heatView
	MoreHeats   int // omitted
	Licences    []licence
	LibVersion  string
	Machines    []machine
	HasImpls    bool
	Headlines   []string
	Alpha       float64
	TieMeans    string
	Glossary    []report.Term
	Percent     int // of Confidence
	Changed     []changeView
	Compared    []changeView
	Comparisons int // total number
	Whys        []whyView
	Flames      template.JS
}

// headlines returns those of the ranking. Beside a verdict, which is the headline, there is no
// line on why there is no ranking.
func headlines(r *report.Report, baseline *verdict.Verdict) []string {
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
		Input:      in,
		Headlines:  headlines(in.Report, in.Baseline),
		Policy:     policy(),
		Style:      template.CSS(pageStyle),
		Library:    template.JS(chartLibrary),
		Script:     template.JS(pageScript()),
		Data:       template.JS(data),
		Notes:      in.Report.Notes(),
		Machines:   machines(in.Report),
		Alpha:      report.Alpha,
		TieMeans:   report.TieMeans,
		Glossary:   report.Glossary(),
		Percent:    int(100 * report.Confidence),
		Licences:   licences(),
		LibVersion: chartLibraryVersion(),
	}
	v.Heats, v.MoreHeats = heatViews(in.Report)
	v.Changed, v.Compared, v.Comparisons = changeViews(in.Baseline)
	var flames string
	if v.Whys, flames, err = whyViews(in.Profiles); err != nil {
		return fmt.Errorf("write report page: %w", err)
	}
	v.Flames = template.JS(flames)
	for _, i := range in.Report.Impls {
		v.HasImpls = v.HasImpls || i.Name != ""
	}
	if err := pageTemplate().Execute(w, v); err != nil {
		return fmt.Errorf("write report page: %w", err)
	}
	return nil
}
