package page

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"
	"sync"

	"github.com/ecsbench/ecsbench/compare/verdict"
	"github.com/ecsbench/ecsbench/profiler"
	"github.com/ecsbench/ecsbench/report/history"
	"github.com/ecsbench/ecsbench/report/summary"
)

// An Input is what a page shows.
type Input struct {
	Report   *summary.Report
	Baseline *verdict.Verdict // nil without a baseline
	History  *history.History // nil with one commit only
	Profiles []*profiler.Findings
	Pictures []summary.Picture // files beside the page
	Undrawn  int               // scenarios and implementations without pictures of their own
	Raw      []Raw
	Version  string // of ecsbench
}

//go:embed assets/page.html
var pageHTML string

//go:embed assets/style.css
var styleCSS string

//go:embed assets/echarts/echarts.min.js
var echartsJS string

//go:embed assets/echarts/VERSION
var echartsVersion string

//go:embed assets/echarts/LICENSE
var licenceECharts string

//go:embed assets/echarts/NOTICE
var noticeECharts string

//go:embed assets/echarts/LICENSE-d3
var licenceD3 string

//go:embed assets/echarts/LICENSE-zrender
var licenceZRender string

// pageTemplate is parsed by who writes a page: every sample of a run is a process of
// this program.
var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{
		"heatClass":   heatClass,
		"prose":       prose,
		"breaks":      breaks,
		"ratio":       summary.Ratio,
		"percent":     summary.Percent,
		"display":     summary.Display,
		"displayLong": summary.DisplayLong,
		"fewest":      func() int { return history.Fewest },
		"format":      summary.Format,
		"p":           pText,
		"cases":       summary.Cases,
		"count":       func(n int) string { return summary.Count(float64(n)) },
	}).Parse(pageHTML))
})

// A view is what the template sees.
type view struct {
	Input
	Policy      string
	Style       template.CSS
	Library     template.JS
	Script      template.JS
	Data        template.JS
	Sentences   []summary.Sentence
	Warnings    []string
	Heats       []heatView
	MoreHeats   int // left out
	Licences    []licence
	LibVersion  string
	Machines    []machine
	HasImpls    bool
	Alpha       float64
	TieMeans    string
	Glossary    []summary.Term
	Percent     int // of Confidence
	Changed     []changeView
	Compared    []changeView
	Comparisons int // all of them
	Whys        []whyView
	Flames      template.JS
}

type licence struct{ Title, Text string }

// Write writes the page.
func Write(w io.Writer, in Input) error {
	data, err := encode(in)
	if err != nil {
		return fmt.Errorf("write report page: %w", err)
	}
	script := appScript()
	v := view{
		Input:     in,
		Policy:    policy(echartsJS, script),
		Style:     template.CSS(styleCSS),
		Library:   template.JS(echartsJS),
		Script:    template.JS(script),
		Data:      template.JS(data),
		Sentences: in.Report.Sentences(),
		Warnings:  in.Report.Warnings(),
		Machines:  machines(in.Report),
		Alpha:     summary.Alpha,
		TieMeans:  summary.TieMeans,
		Glossary:  summary.Glossary(),
		Percent:   int(100 * summary.Confidence),
		Licences: []licence{
			{"Apache ECharts: notice", noticeECharts},
			{"Apache ECharts: Apache License 2.0", licenceECharts},
			{"zrender (within ECharts): BSD 3-Clause License", licenceZRender},
			{"d3 (within ECharts): BSD 3-Clause License", licenceD3},
		},
	}
	v.Heats, v.MoreHeats = heatViews(in.Report)
	v.Changed, v.Compared, v.Comparisons = changeViews(in.Baseline)
	var flames string
	if v.Whys, flames, err = whyViews(in.Profiles); err != nil {
		return fmt.Errorf("write report page: %w", err)
	}
	v.Flames = template.JS(flames)
	v.LibVersion, _, _ = strings.Cut(echartsVersion, "\n")
	for _, i := range in.Report.Impls {
		v.HasImpls = v.HasImpls || i.Name != ""
	}
	if err := pageTemplate().Execute(w, v); err != nil {
		return fmt.Errorf("write report page: %w", err)
	}
	return nil
}

// policy allows the page's own scripts and style and nothing else: no network,
// no frames, no forms, no inline handlers.
func policy(scripts ...string) string {
	var b strings.Builder
	b.WriteString("default-src 'none'; base-uri 'none'; form-action 'none'; script-src")
	for _, s := range scripts {
		b.WriteString(" " + hash(s))
	}
	fmt.Fprintf(&b, "; style-src %s; img-src data:", hash(styleCSS))
	return b.String()
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
