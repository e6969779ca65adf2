package play

import (
	"embed"
	"fmt"
	"regexp"
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
func (p *Data) Files() (map[string]string, error) {
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
	if p.Repeats() && t.Lookup("system") != nil {
		names = append(names, "repeated")
	}
	code, imports := "", ""
	for _, name := range names {
		if err := write(name, p); err != nil {
			return nil, err
		}
		text := files[name+".go"]
		if name == "game" {
			imports = importBlock.FindString(text)
		}
		if name == "frame" || name == "repeated" {
			text = strings.Replace(text, "package main\n", "package main\n\n"+imports+"\n", 1)
		}
		files[name+".go"] = used(text)
		code += text
	}
	return files, write("components", components{p, code})
}

// importBlock is the list of imports of a file, with the names that the file uses.
var importBlock = regexp.MustCompile(`(?s)import ("[^"]*"|\(.*?\n\))`)

// used removes imports that a file does not use: a template lists all that a library needs.
func used(text string) string {
	block := importBlock.FindString(text)
	kept := block
	for line := range strings.Lines(block) {
		name, path, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "import "), `"`)
		if path = strings.TrimSuffix(path, `"`); name == "" {
			name = version.ReplaceAllString(path, "")
			name = name[strings.LastIndex(name, "/")+1:]
		}
		if path != "" && !regexp.MustCompile(`\b`+strings.TrimSpace(name)+`\.[A-Z]`).MatchString(strings.Replace(text, block, "", 1)) {
			kept = strings.Replace(kept, line, "", 1)
		}
	}
	return strings.Replace(text, block, kept, 1)
}

// version is the last element of the path of a module such as goke/v3.
var version = regexp.MustCompile(`/v[0-9]+$`)

// components is the data of components.go.
type components struct {
	*Data
	code string // of the other files
}

// Makes reports whether the other files make values of the component.
func (c components) Makes(of *Component) bool { return strings.Contains(c.code, "new"+of.Name+"(") }
