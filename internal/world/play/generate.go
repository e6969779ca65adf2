package play

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"fmt"
	goformat "go/format"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"text/template"

	"golang.org/x/mod/modfile"

	"github.com/ecsbench/ecsbench/internal/measure"
	"github.com/ecsbench/ecsbench/internal/world/drive"
	"github.com/ecsbench/ecsbench/internal/world/format"
)

//go:embed templates/*.tmpl
var texts embed.FS

var templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"list": list,
		// limit and beyond divide components where functions take n at most; numbered is
		// the number in the name of a function of more than one.
		"limit":    func(n int, cs []*component) []*component { return cs[:min(n, len(cs))] },
		"beyond":   func(n int, cs []*component) []*component { return cs[min(n, len(cs)):] },
		"numbered": func(cs []*component) string { return strings.TrimPrefix(fmt.Sprint(len(cs)), "1") },
	}).ParseFS(texts, "templates/*.tmpl"))
})

// list formats components: @ is the name, # the variable.
func list(cs []*component, format string) string {
	var words []string
	for _, c := range cs {
		words = append(words, strings.NewReplacer("@", c.Name, "#", c.Var).Replace(format))
	}
	return strings.Join(words, ", ")
}

// A Source is the source of a program: the contents of files by their paths.
type Source map[string][]byte

// Source writes the program that measures a world on a library.
func (l Library) Source(w *format.World) (Source, error) {
	p := newProgram(w, l)
	if err := p.supported(); err != nil {
		return nil, err
	}
	files := make(Source)
	for name, from := range map[string]string{"components.go": "components.go.tmpl", "frame.go": "frame.go.tmpl", "game.go": l.Name + ".go.tmpl"} {
		var text bytes.Buffer
		if err := templates().ExecuteTemplate(&text, from, p); err != nil {
			return nil, fmt.Errorf("generating %s for %s: %w", name, l.Name, err)
		}
		formatted, err := goformat.Source(text.Bytes())
		if err != nil {
			return nil, fmt.Errorf("generating %s for %s: %w\n%s", name, l.Name, err, text.Bytes())
		}
		files[name] = formatted
	}
	driver, err := drive.Sources()
	if err != nil {
		return nil, err
	}
	for name, text := range driver {
		files[path.Join("drive", name)] = text
	}
	if l.Module == measure.ModulePath {
		if err := files.addOwn(l); err != nil {
			return nil, err
		}
	}
	files["go.mod"] = []byte(l.module())
	return files, nil
}

// moduleName is the module of generated programs.
const moduleName = "world"

func (l Library) module() string {
	text := "module " + moduleName + "\n\ngo 1.24\n"
	if l.Module != "" && l.Module != measure.ModulePath {
		text += fmt.Sprintf("\nrequire %s %s\n", l.Module, l.Version)
		if l.Folder != "" {
			text += fmt.Sprintf("\nreplace %s => %s\n", l.Module, modfile.AutoQuote(l.Folder))
		}
	}
	for _, need := range l.Needs {
		text += "\nrequire " + need + " // indirect\n"
	}
	return text
}

// Sum identifies the source.
func (s Source) Sum() string {
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(s)) {
		fmt.Fprintf(h, "%s %d\n", name, len(s[name]))
		h.Write(s[name])
	}
	return fmt.Sprintf("%x", h.Sum(nil))[:24]
}

// Write writes the files below a folder.
func (s Source) Write(folder string) error {
	for name, text := range s {
		file := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
