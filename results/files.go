package results

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"

	"github.com/ecsbench/ecsbench/internal/lists"
)

// Files are inputs in the Go benchmark format, read in sequence.
//
// A damaged line is skipped with a warning that has its file and line: binary data, more than
// 64 KiB or a syntax error. An unfinished last line of ecsbench is ignored. Reading ends with
// an [InputError] at a file without results, at NaN, which has no rank, and at a newer format.
type Files struct {
	// Paths are file names, label=path, or "-" for standard input.
	Paths []string

	// Stdin is read for the path [Stdin]; nil means os.Stdin.
	Stdin io.Reader

	// Warn gets each damaged line, and a *LackError for each missing part of a file. It may
	// be nil.
	Warn func(error)

	// Filter selects results and their units; nil selects all.
	Filter *benchproc.Filter

	// Check may reject a selected result; nil accepts all. Its error ends reading.
	Check func(*benchfmt.Result, Place) error

	reader   benchfmt.Reader
	at       Place                              // of the record
	declared map[benchfmt.UnitMetadataKey]Place // of the metadata of units
	content  io.Reader                          // of the only path; nil means open it
}

// Each calls visit for every record of every file, in order: a *benchfmt.Result, *[Header],
// *[Environment], *[Exception], *[Disturbed], *[Accepted], *[End] or *[GoTest].
// A result is valid only during the call. Its configuration key ".file" is the label.
// Each returns the first error of visit, or an *[InputError].
func (f *Files) Each(visit func(record any) error) error {
	for _, in := range f.inputs() {
		src, err := f.open(in)
		if err != nil {
			return err
		}
		count := &census{}
		err = f.eachOf(in, src, func(record any) error {
			count.take(record)
			if result, ok := record.(*benchfmt.Result); ok {
				if selected, err := f.selects(result); !selected || err != nil {
					return err
				}
			}
			return visit(record)
		})
		src.Close()
		if err != nil {
			return err
		}
		for _, missing := range count.missing() {
			f.warn(&LackError{in.path, missing})
		}
	}
	return nil
}

// selects applies Filter and Check.
func (f *Files) selects(r *benchfmt.Result) (bool, error) {
	if f.Filter != nil {
		if selected, reason := f.Filter.Apply(r); !selected {
			if reason != nil {
				f.warn(reason)
			}
			return false, nil
		}
	}
	if f.Check != nil {
		return true, f.Check(r, f.at)
	}
	return true, nil
}

// Units returns the metadata of units read so far.
func (f *Files) Units() benchfmt.UnitMetadataMap { return f.reader.Units() }

// Declaration returns the line that declares the better direction of a unit.
func (f *Files) Declaration(unit string) (at Place) {
	if m := f.Units().Get(unit, "better"); m != nil {
		at = f.declared[m.UnitMetadataKey]
	}
	return at
}

func (f *Files) eachOf(in input, src io.Reader, visit func(any) error) error {
	found, pkg, held := false, "", []error(nil)
	find := func() {
		found = true
		for _, damage := range held {
			f.warn(damage)
		}
		held = nil
	}
	lines := newLineReader(src, in.path, f.warn)
	lines.skipped = func(line int, text string) error {
		record, err := f.skipped(in, line, text)
		switch record := record.(type) {
		case *Header:
			find()
		case *GoTest:
			if fails(text) {
				find()
			}
			if name, ok := strings.CutPrefix(text, "pkg:"); ok {
				pkg = strings.TrimSpace(name)
			}
			record.Package = pkg
		}
		if err != nil || record == nil {
			return err
		}
		return visit(record)
	}
	lines.lost = func(line int, name string) error {
		find()
		f.warn(&InputError{File: in.path, Line: line, What: name + " has no result: its output hides it", Remedy: "print nothing in a benchmark"})
		return visit(&Exception{Kind: KindVanished, Package: pkg, Case: strings.TrimPrefix(name, "Benchmark"), Reason: "its own output hides its result"})
	}
	f.reader.Reset(lines, in.path, ".file", in.label)
	for f.reader.Scan() {
		f.at = Place{in.path, lines.line} // benchfmt numbers the lines that it reads
		switch record := f.reader.Result().(type) {
		case *benchfmt.SyntaxError:
			if err := f.contradicted(record); err != nil {
				return err
			}
			record.Line = lines.line
			if held = append(held, record); found {
				find()
			} else if len(held) > mostDamaged {
				return lines.empty()
			} else if !lines.unit {
				lines.damaged = append(lines.damaged, &InputError{File: in.path, Line: lines.line, What: record.Msg})
			}
		case *benchfmt.UnitMetadata:
			if err := checkDirection(record, f.at); err != nil {
				return err
			}
			if f.declared == nil {
				f.declared = make(map[benchfmt.UnitMetadataKey]Place)
			}
			f.declared[record.UnitMetadataKey] = f.at
		case *benchfmt.Result:
			find()
			trim(record.Config)
			if err := check(record, f.at); err != nil {
				return err
			}
			if err := visit(record); err != nil {
				return err
			}
		}
	}
	if err := f.reader.Err(); err != nil {
		return cmp.Or(lines.err, err) // without the position that benchfmt adds
	}
	if !found {
		bad := lines.empty()
		if len(held) > 0 && len(lines.damaged) > 0 { // it has benchmarks
			bad.Err = nil
		}
		return bad
	}
	return nil
}

// fails reports whether go test names a benchmark, or a package that it could not build.
func fails(text string) bool {
	whole := strings.HasPrefix(text, "FAIL\t")
	return strings.HasPrefix(text, "--- FAIL: Benchmark") || whole && strings.HasSuffix(text, " [build failed]") || whole && strings.HasSuffix(text, " [setup failed]")
}

func (f *Files) warn(err error) {
	if f.Warn != nil {
		f.Warn(err)
	}
}

// skipped returns the record in a line that benchfmt skips, or nil.
func (f *Files) skipped(in input, line int, text string) (any, error) {
	if text[0] != '#' {
		return &GoTest{Text: text}, nil
	}
	record, err := annotationOf(text)
	if err != nil {
		f.warn(fmt.Errorf("%s:%d: %w", in.path, line, err))
	}
	if h, ok := record.(*Header); ok && h.Format > Format {
		return nil, &InputError{
			File: in.path, Line: line, What: fmt.Sprintf("the file has format %d, this version reads up to %d", h.Format, Format),
			Remedy: "use a newer ecsbench",
		}
	}
	return record, nil
}

// trim removes blanks at the end of values: processors print their names with some.
func trim(config []benchfmt.Config) {
	for i := range config {
		config[i].Value = bytes.TrimRight(config[i].Value, " \t")
	}
}

// mostConfig limits the configuration keys of results, because every case keeps all of them.
const mostConfig = 1000

// check rejects NaN: it has no rank and no mean, and benchstat's rank test does not return.
func check(r *benchfmt.Result, at Place) error {
	if len(r.Config) > mostConfig {
		return &InputError{
			File: at.File, Line: at.Line, What: fmt.Sprintf("more than %d configuration keys", mostConfig),
			Remedy: "put values that change from line to line into names of benchmarks",
		}
	}
	for _, v := range r.Values {
		if math.IsNaN(v.Value) {
			return &InputError{
				File: at.File, Line: at.Line,
				What:   fmt.Sprintf("Benchmark%s has %s, which cannot be compared", r.Name, Measured(v)),
				Remedy: "remove the line or measure again",
			}
		}
	}
	return nil
}

// checkDirection rejects unknown words, and another direction of a unit whose direction is fixed:
// it would turn slower into better.
func checkDirection(m *benchfmt.UnitMetadata, at Place) error {
	words := map[string][2]string{"better": {"higher", "lower"}, "assume": {"nothing", "exact"}}
	if known, is := words[m.Key]; is && m.Value != known[0] && m.Value != known[1] {
		return &InputError{
			File: at.File, Line: at.Line, What: fmt.Sprintf("%s=%s for %s: want %s or %s", m.Key, m.Value, m.OrigUnit, known[0], known[1]),
			Remedy: "correct the line, or remove it",
		}
	}
	fixed := BetterWord(fixedDirection(m.Unit))
	if m.Key != "better" || fixed == "" || m.Value == fixed {
		return nil
	}
	return &InputError{
		File: at.File, Line: at.Line, What: fmt.Sprintf("better=%s for %s, of which %s is always better", m.Value, m.OrigUnit, fixed),
		Remedy: "remove the line, or give the metric a unit of its own",
	}
}

// contradicted returns an error for metadata of a unit that an earlier line contradicts. benchfmt
// would keep the first.
func (f *Files) contradicted(e *benchfmt.SyntaxError) error {
	var key, unit, value string
	if n, _ := fmt.Sscanf(e.Msg, "metadata %s of unit %s already set to %s", &key, &unit, &value); n < 2 || key != "better" && key != "assume" {
		return nil
	}
	earlier := f.Units().Get(unit, key)
	if earlier == nil { // white space in the name of the unit
		return nil
	}
	return contradiction(f.at, f.declared[earlier.UnitMetadataKey], unit, key+"="+value)
}

// contradiction is the error for two lines about a unit.
func contradiction(at, earlier Place, unit, says string) error {
	return &InputError{
		File: at.File, Line: at.Line, What: fmt.Sprintf("the line contradicts %s, which has %s for %s", earlier, says, unit),
		Remedy: "make both lines equal, or give one metric a unit of its own", Err: ErrContradiction,
	}
}

// ErrContradiction is wrapped by the error for two lines that contradict each other about a unit.
var ErrContradiction = errors.New("contradiction")

// Measured formats a value with its unit as in the file.
func Measured(v benchfmt.Value) string {
	value, unit := Printed(v)
	return fmt.Sprint(value, " ", unit)
}

func (f *Files) open(in input) (io.ReadCloser, error) {
	if f.content != nil {
		return unpacked(in.path, io.NopCloser(f.content))
	}
	if in.path == Stdin && f.Stdin != nil {
		return unpacked(in.path, io.NopCloser(f.Stdin))
	}
	file, err := Open(in.path)
	if err != nil {
		return nil, err
	}
	return unpacked(in.path, file)
}

// reason removes the operation and path, which the caller adds.
func reason(err error) string {
	if path, is := errors.AsType[*fs.PathError](err); is {
		return path.Err.Error()
	}
	return err.Error()
}

type input struct{ path, label string }

// inputs splits labels off the paths and numbers repeated paths, so that their samples stay
// separate.
func (f *Files) inputs() []input {
	times, next := make(map[string]int), make(map[string]int)
	for _, arg := range f.Paths {
		times[arg]++
	}
	return lists.Map(f.Paths, func(arg string) input {
		if label, path, ok := strings.Cut(arg, "="); ok {
			return input{path: path, label: label}
		}
		label := arg
		if times[arg] > 1 {
			label = fmt.Sprintf("%s#%d", arg, next[arg])
			next[arg]++
		}
		return input{path: arg, label: label}
	})
}
