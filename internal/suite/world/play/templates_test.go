package play

import (
	"strings"
	"testing"
	"text/template"
)

// A template that fails is an error with its file and line, also if a method panics.
func TestFailingTemplates(t *testing.T) {
	for text, want := range map[string]string{
		"{{define \"game\"}}\n{{.Nothing}}{{end}}":                               "writing game.go for mine: template: mine.tmpl:2:",
		"{{define \"game\"}}\n{{range .Systems}}\n{{.Component0}}{{end}}{{end}}": "writing game.go for mine: template: mine.tmpl:3:",
		"{{define \"game\"}}\n\n{{template \"create\" .}}{{end}}":                "writing game.go for mine: template: mine.tmpl:3:",
		"{{define \"frame\"}}{{end}}":                                            "writing game.go for mine: ",
		"{{define \"game\"}}\n{{nothing}}{{end}}":                                "reading the templates of mine: template: mine.tmpl:2:",
	} {
		p := &Data{Library: "mine", Systems: []*Step{{}}}
		p.library.definitions = func() (*template.Template, error) { return template.New("mine.tmpl").Parse(text) }
		if files, err := p.Files(); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, %v, want %q", text, files, err, want)
		}
	}
}
