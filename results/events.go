package results

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// An event is a line of go test -json, as of go doc test2json. Runs of gotestsum --jsonfile have
// the same.
type event struct {
	Action, Package, Test, Output string
}

// ends reports whether the event ends the output of its package.
func (e event) ends() bool {
	return e.Test == "" && slices.Contains([]string{"pass", "fail", "skip"}, e.Action)
}

// An eventReader replaces the events of go test -json with the output that they contain. Other
// lines stay. The output of a package follows the event that ends it, in one piece, as
// go test without -json prints it: events of several packages may alternate.
type eventReader struct {
	in    *textReader
	warn  func(error)
	open  []*output // of the packages that have not ended
	ready []textLine
	seen  bool // some line is an event
	err   error
}

// An output is that of one package.
type output struct {
	name  string
	lines []textLine
	part  textLine // unfinished
}

// add appends text of an event in a line of the file.
func (o *output) add(text string, number int) {
	for text != "" {
		if len(o.part.text) == 0 {
			o.part.number = number
		}
		end := bytes.IndexByte([]byte(text), '\n') + 1
		if end == 0 {
			end = len(text)
		}
		o.part.text = append(o.part.text, text[:end]...)
		text = text[end:]
		if bytes.HasSuffix(o.part.text, []byte("\n")) {
			o.finish()
		}
	}
}

// finish ends a line.
func (o *output) finish() {
	if len(o.part.text) > 0 {
		o.part.end()
		o.part.check()
		o.lines = append(o.lines, o.part)
		o.part = textLine{}
	}
}

// cut drops an unfinished line, except the name of a benchmark: half of a value is none.
func (o *output) cut() {
	name := beginning.Find(o.part.text)
	o.part.text = slices.Clone(name)
}

// next returns the next line. The last line of a file without events may lack its newline, and
// comes with io.EOF.
func (r *eventReader) next() (textLine, error) {
	for len(r.ready) == 0 && r.err == nil {
		var line textLine
		line, r.err = r.in.next()
		e, is := r.event(&line)
		switch {
		case is:
			r.take(e, line.number)
		case len(r.open) == 0:
			return line, r.err
		default:
			line.end()
			r.ready = append(r.ready, line)
		}
		if r.err != nil {
			r.abandon(line.number)
		}
	}
	if len(r.ready) == 0 {
		return textLine{number: r.in.line}, r.err
	}
	line := r.ready[0]
	r.ready = r.ready[1:]
	return line, nil
}

// event parses a line. It marks a line that is a damaged event.
func (r *eventReader) event(line *textLine) (e event, is bool) {
	if line.damage != "" || !bytes.HasPrefix(line.text, []byte("{")) {
		return e, false
	}
	if err := json.Unmarshal(line.text, &e); err == nil && e.Action != "" {
		r.seen = true
		return e, true
	}
	begins := func(key string) bool { return bytes.HasPrefix(line.text, []byte(`{"`+key+`":`)) }
	if !json.Valid(line.text) && (r.seen || begins("Time") || begins("Action")) {
		line.damage = "damaged event of go test -json"
	}
	return event{}, false
}

// take adds the output of an event to that of its package.
func (r *eventReader) take(e event, number int) {
	at := slices.IndexFunc(r.open, func(o *output) bool { return o.name == e.Package })
	switch {
	case e.Action == "output" && at < 0:
		o := &output{name: e.Package}
		o.add(e.Output, number)
		r.open = append(r.open, o)
	case e.Action == "output":
		r.open[at].add(e.Output, number)
	case e.ends() && at >= 0:
		r.release(at)
	}
}

// release makes the output of a package ready.
func (r *eventReader) release(at int) {
	o := r.open[at]
	o.finish()
	r.ready = append(r.ready, o.lines...)
	r.open = slices.Delete(r.open, at, at+1)
}

// abandon releases the output of packages that have no end when the file ends.
func (r *eventReader) abandon(number int) {
	for len(r.open) > 0 {
		r.warn(&InputError{File: r.in.name, Line: number, What: fmt.Sprintf("no event of go test -json ends package %q: the run was killed, or the file is cut off", r.open[0].name)})
		r.open[0].cut()
		r.release(0)
	}
}
