package format

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/parser"

	"github.com/ecsbench/ecsbench/internal/display"
)

// Limits of the input.
const (
	mostBytes    = 64 << 10
	mostNesting  = 8
	mostIncludes = 16
)

// Read reads and compiles a world file and its includes.
func Read(path string) (*World, error) {
	text, err := readFile(path)
	if err != nil {
		return nil, err
	}
	return Parse(path, text)
}

// Parse is Read for the text of a file. Includes are relative to the file's path.
func Parse(path string, text []byte) (*World, error) { return ParseAt(path, text, nil) }

// ParseAt is Parse with other values of the axes of the file than their defaults.
func ParseAt(path string, text []byte, at map[string]string) (w *World, err error) {
	defer func() {
		switch caught := recover().(type) {
		case nil:
		case *Error:
			w, err = nil, caught
		default:
			panic(caught)
		}
	}()
	r := reader{absolute(filepath.Dir(path)), mostIncludes}
	return r.merged(parse(path, text, at), path, []string{absolute(path)}).compile(), nil
}

// readFile reads a file up to the size limit.
func readFile(path string) ([]byte, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() { // opening a pipe waits for its writer
		return nil, fmt.Errorf("%s: want a file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, mostBytes+1))
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", path, err)
	}
	return bytes.TrimPrefix(text, []byte("\ufeff")), nil
}

// parse reads one file, with values for some of its axes.
func parse(path string, text []byte, at map[string]string) *File {
	harmless(path, text)
	start := Position{path, 1, 1}
	defer func() { // the YAML parser panics where it has defects
		switch caught := recover().(type) {
		case nil:
		case *Error:
			panic(caught)
		default:
			panic(start.errorf("invalid YAML: %v", caught))
		}
	}()
	tree, err := parser.ParseBytes(text, 0)
	if err != nil {
		at, message := start, err.Error()
		if positioned, is := errors.AsType[yaml.Error](err); is {
			at, message = position(path, positioned.GetToken()), positioned.GetMessage()
		}
		message = display.YAMLMessage(message)
		panic(at.errorf("%s", strings.ToValidUTF8(message[:min(len(message), 200)], "")))
	}
	start.rejectIf(len(tree.Docs) == 0 || tree.Docs[0].Body == nil,
		"the file is empty: ecsbench world new NAME writes one to start from")
	if len(tree.Docs) > 1 {
		panic(position(path, tree.Docs[1].Start).errorf("a second document begins: want one"))
	}
	f := new(File)
	d := decoder{path, make(map[string]string), make(map[string]bool)}
	d.axesOf(tree.Docs[0].Body)
	for name, value := range at {
		_, known := d.axes[name]
		start.rejectIf(!known, "the file has no axis %s%s", quote(name), display.DidYouMean(name, slices.Sorted(maps.Keys(d.axes))))
		d.axes[name] = value
	}
	d.structure(tree.Docs[0].Body, reflect.ValueOf(f).Elem(), "a world")
	for i, axis := range f.Axes {
		name := axis.Name.Value
		axis.At.rejectIf(!d.used[name], "axis %s: the file does not use it: write $%[1]s in place of a value", name)
		f.Axes[i].Default.Value = d.axes[f.Axes[i].Name.Value]
	}
	f.At = start
	return f
}

// harmless rejects input that would keep the YAML parser busy.
func harmless(path string, text []byte) {
	line, column, depth := 1, 1, 0
	for i, r := range string(text) {
		at := Position{path, line, column}
		switch {
		case i >= mostBytes:
			panic(at.errorf("the file is larger than %d kB, the limit of world files", mostBytes>>10))
		case r == utf8.RuneError || r < ' ' && r != '\n' && r != '\r' && r != '\t':
			panic(at.errorf("byte %#x: want UTF-8 text", text[i]))
		case r == '[' || r == '{':
			depth++
		case r == ']' || r == '}':
			depth--
		}
		at.rejectIf(depth > mostNesting,
			"lists and mappings are nested deeper than %d", mostNesting)
		column++
		if r == '\n' {
			line, column = line+1, 1
		}
	}
	for n, l := range strings.Split(string(text), "\n") {
		rest := strings.TrimLeft(l, " ")
		if len(l)-len(rest) > 4*mostNesting+8 || strings.HasPrefix(rest, "- - ") || strings.HasPrefix(rest, "? ") || strings.HasPrefix(rest, "?\t") {
			panic(Position{path, n + 1, len(l) - len(rest) + 1}.errorf("lists and mappings are nested deeper than %d, or this is no world file", mostNesting))
		}
	}
}

// A reader follows includes.
type reader struct {
	folder string // of the world file
	left   int    // more includes
}

// merged returns a file behind its includes. Above lists the files that include it.
func (r *reader) merged(f *File, path string, above []string) *File {
	base := new(File)
	for _, include := range f.Include {
		name, target := quote(include.Value), include.Value
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(path), target)
		}
		// Messages quote files, and world files may be of strangers.
		include.At.rejectIf(!within(target, r.folder) || filepath.Ext(target) != ".yaml" && filepath.Ext(target) != ".yml",
			"include %s: want a .yaml file in the folder of the world file or below", name)
		include.At.rejectIf(slices.Contains(above, absolute(target)),
			"include %s: the file includes itself: remove this line or that of a file in between", name)
		r.left--
		include.At.rejectIf(r.left < 0, "include %s: want at most %d included files", name, mostIncludes)
		text, err := readFile(target)
		if errors.Is(err, os.ErrNotExist) {
			panic(include.At.errorf("include %s: there is no such file%s", name, nearby(target)))
		}
		include.At.rejectIf(err != nil, "include %s: %v", name, err)
		base.add(r.merged(parse(target, text, nil), target, append(slices.Clip(above), absolute(target))))
	}
	base.add(f)
	base.At = f.At
	return base
}

// add appends the lists of another file and adopts its settings.
func (f *File) add(other *File) {
	v, o := reflect.ValueOf(f).Elem(), reflect.ValueOf(other).Elem()
	for i := range v.NumField() {
		switch {
		case v.Type().Field(i).Tag.Get("key") == "include" || o.Field(i).IsZero():
		case v.Field(i).Kind() == reflect.Slice:
			v.Field(i).Set(reflect.AppendSlice(v.Field(i), o.Field(i)))
		default:
			v.Field(i).Set(o.Field(i))
		}
	}
}

// nearby returns the file in the same folder with a similar name.
func nearby(target string) string {
	others, err := filepath.Glob(filepath.Join(filepath.Dir(target), "*.yaml"))
	if err != nil || len(others) == 0 {
		return ""
	}
	for i, other := range others {
		others[i] = filepath.Base(other)
	}
	return display.DidYouMean(filepath.Base(target), others[:min(len(others), mostElements)])
}

// within reports whether a path is in a folder, and no link leads out of it.
func within(path, folder string) bool {
	if _, err := os.Stat(path); err != nil { // without a file, only its folder can be a link
		path = filepath.Join(absolute(filepath.Dir(path)), filepath.Base(path))
	}
	rel, err := filepath.Rel(folder, absolute(path))
	return err == nil && filepath.IsLocal(rel)
}

func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	return path
}
