package world

import (
	_ "embed"
	"html/template"
	"io"
	"sync"
)

//go:embed page.html
var pageText string

// page is parsed on first use, because every worker is a process of this program.
var page = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{
		"heat":     func(r Row, i int) int { return int(100 * r.Steps[i] / max(1, r.frame())) },
		"duration": duration,
	}).Parse(pageText))
})

// Page writes the answer as one HTML page that needs nothing else.
func (a *Answer) Page(w io.Writer) error { return page().Execute(w, a) }
