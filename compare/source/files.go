package source

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"strings"

	"golang.org/x/perf/benchfmt"
)

// Files are inputs in the Go benchmark format, read one after the other.
type Files struct {
	// Paths are file names, label=path, or "-" for standard input.
	Paths []string

	// Stdin is read for the path "-"; nil means os.Stdin.
	Stdin io.Reader

	// First holds the first bytes of the lines that OnLine gets; both may be
	// empty. OnLine is called with the label, the line's number and its text,
	// which is valid during the call only. A line is handed over before any
	// benchmark line more than a read buffer behind it: use it for what may
	// stand anywhere in a file.
	First  string
	OnLine func(label string, line int, text []byte)

	// Warn gets what is wrong with single lines; reading goes on behind them.
	Warn func(error)

	reader benchfmt.Reader
}

// Each calls visit for every benchmark line of every file, in order. The
// result is benchfmt's own and only valid during the call; its configuration
// has ".file" set to the label. It returns the first error of visit, or an
// *InputError.
func (f *Files) Each(visit func(*benchfmt.Result) error) error {
	for _, in := range f.inputs() {
		if err := f.eachOf(in, visit); err != nil {
			return err
		}
	}
	return nil
}

// Units returns the metadata of units read so far.
func (f *Files) Units() benchfmt.UnitMetadataMap { return f.reader.Units() }

func (f *Files) eachOf(in input, visit func(*benchfmt.Result) error) error {
	src, err := f.open(in)
	if err != nil {
		return err
	}
	defer src.Close()

	lines := newLineReader(src, in.path, f.First, func(line int, text []byte) {
		if f.OnLine != nil {
			f.OnLine(in.label, line, text)
		}
	})
	f.reader.Reset(lines, in.path, ".file", in.label)
	found := false
	for f.reader.Scan() {
		switch rec := f.reader.Result().(type) {
		case *benchfmt.SyntaxError:
			found = true // a damaged benchmark line is one all the same
			if f.Warn != nil {
				f.Warn(rec)
			}
		case *benchfmt.Result:
			found = true
			if err := checkValues(rec); err != nil {
				return err
			}
			if err := visit(rec); err != nil {
				return err
			}
		}
	}
	if err := f.reader.Err(); err != nil {
		var bad *InputError
		if errors.As(err, &bad) {
			return bad
		}
		return fmt.Errorf("reading %s: %w", in.path, err)
	}
	if !found {
		return &InputError{
			File: in.path, Line: lines.line, What: "no benchmark result in the whole file",
			Remedy: "name a file as written by `ecsbench run` or `go test -bench`",
		}
	}
	return nil
}

// checkValues refuses NaN: it has no rank and no mean, and the rank test that
// benchstat uses does not end on it.
func checkValues(r *benchfmt.Result) error {
	for _, v := range r.Values {
		if math.IsNaN(v.Value) {
			file, line := r.Pos()
			return &InputError{
				File: file, Line: line,
				What:   fmt.Sprintf("Benchmark%s has %s, which cannot be compared", r.Name, Measured(v)),
				Remedy: "remove the line or measure again",
			}
		}
	}
	return nil
}

// Measured returns a value with its unit as it stands in the file.
func Measured(v benchfmt.Value) string {
	if v.OrigUnit != "" {
		return fmt.Sprint(v.OrigValue, " ", v.OrigUnit)
	}
	return fmt.Sprint(v.Value, " ", v.Unit)
}

func (f *Files) open(in input) (io.ReadCloser, error) {
	if in.path == "-" {
		if f.Stdin != nil {
			return io.NopCloser(f.Stdin), nil
		}
		return io.NopCloser(os.Stdin), nil
	}
	file, err := os.Open(in.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &InputError{File: in.path, What: "no such file", Remedy: "check the path"}
	} else if err != nil {
		return nil, &InputError{File: in.path, What: "cannot be opened: " + reason(err)}
	}
	if info, err := file.Stat(); err == nil && info.IsDir() {
		file.Close()
		return nil, &InputError{File: in.path, What: "is a directory", Remedy: "name a result file in it"}
	}
	return file, nil
}

// reason drops the operation and path that an fs error repeats.
func reason(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err.Error()
	}
	return err.Error()
}

type input struct{ path, label string }

// inputs splits labels off the paths and numbers paths given more than once,
// since samples of two runs under one label would become one sample.
func (f *Files) inputs() []input {
	var ins []input
	times := make(map[string]int)
	for _, arg := range f.Paths {
		if label, path, ok := strings.Cut(arg, "="); ok {
			ins = append(ins, input{path: path, label: label})
			continue
		}
		times[arg]++
		ins = append(ins, input{path: arg})
	}
	next := make(map[string]int)
	for i, in := range ins {
		if in.label != "" || strings.HasPrefix(f.Paths[i], "=") {
			continue
		}
		ins[i].label = in.path
		if times[in.path] > 1 {
			ins[i].label = fmt.Sprintf("%s#%d", in.path, next[in.path])
			next[in.path]++
		}
	}
	return ins
}
