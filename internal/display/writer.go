package display

import (
	"bufio"
	"fmt"
	"io"
	"reflect"
	"strings"
	"unicode/utf8"
)

// Verbatim is text that is written unchanged.
type Verbatim string

// A Writer writes formatted text: formats are trusted, arguments are escaped data.
type Writer struct {
	w        *bufio.Writer
	clean    func(string) string
	markdown bool
}

// NewWriter returns a writer for terminals and logs, see [Escape].
func NewWriter(w io.Writer) *Writer { return &Writer{bufio.NewWriterSize(w, 64<<10), Escape, false} }

// NewMarkdownWriter returns a writer of GitHub's Markdown, see [EscapeMarkdown].
func NewMarkdownWriter(w io.Writer) *Writer {
	return &Writer{bufio.NewWriterSize(w, 64<<10), EscapeMarkdown, true}
}

// Printf formats as fmt does. The first error is returned by Flush.
func (w *Writer) Printf(format string, args ...any) {
	if false {
		_ = fmt.Sprintf(format, args...) // lets go vet check the calls
	}
	safe := make([]any, len(args))
	for i, arg := range args {
		if safe[i] = arg; !isOurs(arg) {
			safe[i] = data{arg, w.clean}
		}
	}
	fmt.Fprintf(w.w, format, safe...)
}

// Flush writes the buffered text.
func (w *Writer) Flush() error { return w.w.Flush() }

// isOurs reports whether a value is a number or Verbatim, which need no escaping.
func isOurs(v any) bool {
	if _, ok := v.(Verbatim); ok {
		return true
	}
	switch v.(type) {
	case fmt.Stringer, error, fmt.Formatter:
		return false
	}
	switch reflect.ValueOf(v).Kind() {
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Float32, reflect.Float64:
		return true
	}
	return false
}

// A data formats a value and escapes the text.
type data struct {
	value any
	clean func(string) string
}

func (d data) Format(state fmt.State, verb rune) {
	io.WriteString(state, d.clean(fmt.Sprintf(fmt.FormatString(state, verb), d.value)))
}

// Prose writes a sentence, wrapped between words to this number of columns; 0 is unlimited.
func (w *Writer) Prose(text string, columns int) {
	if columns == 0 {
		w.Printf("%s\n", text)
		return
	}
	for _, line := range Fold(text, func(line string) bool { return utf8.RuneCountInString(line) <= columns }) {
		w.Printf("%s\n", line)
	}
}

// Fold breaks a text between words into lines that fit. A word that does not fit gets its own
// line.
func Fold(text string, fits func(line string) bool) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && !fits(line+" "+word) {
			lines = append(lines, line)
			line = ""
		}
		line = strings.TrimLeft(line+" "+word, " ")
	}
	return append(lines, line)
}

// A Colour is an escape sequence for a colour of every terminal.
type Colour string

const (
	Green  Colour = "\x1b[32m"
	Yellow Colour = "\x1b[33m"
	Red    Colour = "\x1b[31m"
)

// Text returns escaped text in the colour.
func (c Colour) Text(s string) Verbatim { return Verbatim(string(c) + Escape(s) + "\x1b[0m") }
