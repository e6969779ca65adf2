package results

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
)

// A File is what a result file holds.
type File struct {
	Path         string
	Header       *Header         // nil if ecsbench did not write the file
	Plan         json.RawMessage // of the header
	Environments []Environment   // one for each session of measuring
	Ends         []End
	Failed       []Exception
	Unsupported  []Exception
	Cases        []*Case        // in the order of their first sample
	Better       map[string]int // for units of which the file says it: +1 if more is better, -1 if less is
	Samples      int            // lines of results

	key []byte // scratch space of add
}

// A Case is all samples of one name under one configuration.
type Case struct {
	Name   string            // full name without "Benchmark", with the -GOMAXPROCS suffix
	Config map[string]string // file configuration: profile, goos, cpu, ...
	Keys   map[string]string // parts of the name: "" is the scenario, then impl, comps, n, ...
	Units  []string          // in order of appearance
	Values map[string][]float64
	Order  []int // place of each sample among all samples of the file, from 0
}

// ErrNotResults is the error for input without a single benchmark result or
// header in it.
var ErrNotResults = errors.New("no benchmark results in it")

// mostConfig bounds the configuration that results have: every case keeps all
// of it.
const mostConfig = 1000

// Read reads a result file.
func Read(path string) (*File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read results: %w", err)
	}
	defer f.Close()
	file, err := Parse(f, path)
	if err != nil {
		return nil, fmt.Errorf("read results: %w", err)
	}
	return file, nil
}

// Parse reads the contents of a result file; path is for messages.
func Parse(r io.Reader, path string) (*File, error) {
	file := &File{Path: path}
	file.Better = make(map[string]int)
	cases := make(map[string]*Case)

	// benchfmt skips annotations without showing them, so they are taken out
	// of the stream on its way there.
	annotations := &annotationReader{file: file, lines: bufio.NewReaderSize(r, 1<<16)}
	reader := benchfmt.NewReader(annotations, path)
	for reader.Scan() {
		switch record := reader.Result().(type) {
		case *benchfmt.SyntaxError:
			return nil, record
		case *benchfmt.UnitMetadata:
			file.Better[record.OrigUnit] = reader.Units().GetBetter(record.OrigUnit)
		case *benchfmt.Result:
			if len(record.Config) > mostConfig {
				_, line := record.Pos()
				return nil, fmt.Errorf("%s:%d: more than %d configuration keys: values that change from line to line belong into names of benchmarks", path, line, mostConfig)
			}
			file.add(record, cases)
		}
	}
	if err := errors.Join(reader.Err(), annotations.err); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if file.Header == nil && len(file.Cases) == 0 {
		return nil, fmt.Errorf("%s: %w", path, ErrNotResults)
	}
	return file, nil
}

func (f *File) add(r *benchfmt.Result, cases map[string]*Case) {
	f.key = append(f.key[:0], r.Name...)
	for _, c := range r.Config {
		f.key = append(append(append(append(f.key, 0), c.Key...), 0), c.Value...)
	}
	c, ok := cases[string(f.key)] // does not allocate
	if !ok {
		c = &Case{
			Name:   string(r.Name),
			Config: make(map[string]string),
			Keys:   ParseName(string(r.Name)),
			Values: make(map[string][]float64),
		}
		for _, kv := range r.Config {
			c.Config[kv.Key] = string(kv.Value)
		}
		cases[string(f.key)] = c
		f.Cases = append(f.Cases, c)
	}
	c.Order = append(c.Order, f.Samples)
	f.Samples++
	for _, v := range r.Values {
		value, unit := v.Value, v.Unit
		if v.OrigUnit != "" { // benchfmt turns ns/op into sec/op
			value, unit = v.OrigValue, v.OrigUnit
		}
		if _, ok := c.Values[unit]; !ok {
			c.Units = append(c.Units, unit)
		}
		c.Values[unit] = append(c.Values[unit], value)
	}
}

// ParseName returns the parts of a case name: "" is the scenario, "gomaxprocs"
// the number at its end, and the others are as written.
func ParseName(full string) map[string]string {
	base, parts := benchfmt.Name(full).Parts()
	keys := map[string]string{"": string(base)}
	for _, part := range parts {
		switch key, value, ok := strings.Cut(string(part), "="); {
		case ok:
			keys[strings.TrimPrefix(key, "/")] = value
		case strings.HasPrefix(string(part), "-"):
			keys["gomaxprocs"] = string(part[1:])
		}
	}
	return keys
}

// An annotationReader hands on what it reads and notes the annotations that go
// by. Ours are short: readers of the benchmark format refuse lines of 64 KiB.
type annotationReader struct {
	file  *File
	lines *bufio.Reader
	rest  []byte // of the line being handed on
	long  bool   // the last piece ended within a line
	at    int    // line number
	err   error
}

func (a *annotationReader) Read(p []byte) (int, error) {
	if len(a.rest) == 0 {
		line, err := a.lines.ReadSlice('\n')
		whole := !a.long
		a.long = errors.Is(err, bufio.ErrBufferFull)
		if !a.long {
			a.at++
		}
		if len(line) == 0 {
			return 0, err
		}
		if errors.Is(err, io.EOF) && (a.file.Header != nil || bytes.HasPrefix(line, []byte("# "+KindHeader+" "))) {
			return 0, err // a killed run left this line unfinished: all of ours end
		}
		if whole && !a.long && line[0] == '#' {
			if err := a.file.annotate(string(line)); err != nil && a.err == nil {
				a.err = fmt.Errorf("line %d: %w", a.at, err)
			}
			line = []byte("\n") // keeps line numbers right
		}
		a.rest = line
	}
	n := copy(p, a.rest)
	a.rest = a.rest[n:]
	return n, nil
}

func (f *File) annotate(line string) error {
	kind, text, ok := strings.Cut(strings.TrimSpace(strings.TrimPrefix(line, "#")), " ")
	if !ok {
		return nil
	}
	decode := func(v any) error {
		if err := json.Unmarshal([]byte(text), v); err != nil {
			return fmt.Errorf("annotation %q: %w", kind, err)
		}
		return nil
	}
	switch kind {
	case KindHeader:
		var h struct {
			Header
			Plan json.RawMessage `json:"plan"`
		}
		if err := decode(&h); err != nil {
			return err
		}
		if h.Format > Format {
			return fmt.Errorf("the file has format %d, this version reads up to %d: use a newer ecsbench", h.Format, Format)
		}
		f.Header, f.Plan = &h.Header, h.Plan
	case KindEnvironment:
		var e Environment
		if err := decode(&e); err != nil {
			return err
		}
		f.Environments = append(f.Environments, e)
	case KindEnd:
		var e End
		if err := decode(&e); err != nil {
			return err
		}
		f.Ends = append(f.Ends, e)
	case KindFailed, KindUnsupported, KindAgain:
		var e Exception
		if err := decode(&e); err != nil {
			return err
		}
		switch kind {
		case KindFailed:
			f.Failed = append(f.Failed, e)
		case KindUnsupported:
			f.Unsupported = append(f.Unsupported, e)
		case KindAgain:
			f.Failed = slices.DeleteFunc(f.Failed, func(old Exception) bool { return old.Case == e.Case })
		}
	}
	return nil // other comments are other people's
}
