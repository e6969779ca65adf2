package templates

import (
	"embed"
	"fmt"
	"strings"
	"sync"
	"text/template"
)

//go:embed *.tmpl
var texts embed.FS

// functions are those of templates, beside the methods of their data.
var functions = template.FuncMap{
	"assigned": assigned,
	"beyond":   beyond,
	"bits":     bits,
	"declared": declared,
	"letter":   letter,
	"limit":    limit,
	"list":     list,
	"numbered": numbered,
	"sized":    sized,
	"some":     some,
	"tags":     tags,
}

// shared are the definitions that all libraries have.
var shared = sync.OnceValues(func() (*template.Template, error) {
	return template.New("").Funcs(functions).ParseFS(texts, "shared.tmpl", "frame.tmpl", "components.tmpl")
})

// definitions reads, once, the definitions of a library beside the shared ones.
func definitions(file string) func() (*template.Template, error) {
	return sync.OnceValues(func() (*template.Template, error) {
		t, err := shared()
		if err == nil {
			t, err = t.Clone()
		}
		if err == nil {
			t, err = t.ParseFS(texts, file)
		}
		return t, err
	})
}

// Files returns the Go files that templates write, by name.
func (p *Program) Files() (map[string]string, error) {
	t, err := p.library.definitions()
	if err != nil {
		return nil, fmt.Errorf("reading the templates of %s: %w", p.Library, err)
	}
	files := make(map[string]string)
	write := func(name string, data any) error {
		var text strings.Builder
		if err := t.ExecuteTemplate(&text, name, data); err != nil {
			return fmt.Errorf("writing %s.go for %s: %w", name, p.Library, err)
		}
		files[name+".go"] = text.String()
		return nil
	}
	names := []string{"game", "frame"}
	if len(p.Fillers) > 0 && t.Lookup("fillers") != nil {
		names = append(names, "fillers")
	}
	code := ""
	for _, name := range names {
		if err := write(name, p); err != nil {
			return nil, err
		}
		code += files[name+".go"]
	}
	return files, write("components", components{p, code})
}

// components is the data of components.go.
type components struct {
	*Program
	code string // of the other files
}

// Makes reports whether the other files make values of the component.
func (c components) Makes(of *Component) bool { return strings.Contains(c.code, "new"+of.Name+"(") }
