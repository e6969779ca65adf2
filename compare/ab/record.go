package ab

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/results"
	"github.com/ecsbench/ecsbench/results/lock"
	"golang.org/x/perf/benchfmt"
)

// A recorder keeps every trial on disk as it comes, one line each, in files
// that benchstat reads:
//
//	base.txt, head.txt  what is compared, with the annotations of package results
//	controls.txt        the self-test's sides, told apart by `side:`
//	plan.json           what was decided before the first round
//	journal.jsonl       the rounds, to go on after an interruption
//	verdict.json        what came of it
//	lock                while an experiment runs
type recorder struct {
	dir     string
	src     Source
	lock    *lock.Lock // nil where somebody else has it for us
	files   map[string]*file
	journal *os.File
}

// Names of files in the result folder; those of the sides follow from them.
const (
	controlsFile = "controls.txt"
	planFile     = "plan.json"
	journalFile  = "journal.jsonl"
	verdictFile  = "verdict.json"
	lockFile     = "lock"
)

type file struct {
	os  *os.File
	buf bytes.Buffer
	fmt *benchfmt.Writer
}

// newRecorder creates the files in dir. Files of an earlier experiment are
// never overwritten.
func newRecorder(dir string, src Source) (*recorder, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("making the result folder: %w", err)
	}
	held, err := lockFolder(dir)
	if err != nil {
		return nil, err
	}
	r, err := openRecorder(dir, src, os.O_CREATE|os.O_EXCL)
	r.lock = held
	if os.IsExist(err) {
		r.close()
		return nil, fmt.Errorf("%s holds the results of another experiment; choose another folder with -o", dir)
	}
	if err != nil {
		r.close()
		return nil, fmt.Errorf("creating result files: %w", err)
	}
	return r, nil
}

// lockFolder keeps other experiments out of a folder.
func lockFolder(dir string) (*lock.Lock, error) {
	held, err := lock.Take(filepath.Join(dir, lockFile))
	var other *lock.HeldError
	if errors.As(err, &other) {
		return nil, fmt.Errorf("another experiment is writing to %s: %w; wait for it, or interrupt it first", dir, other)
	}
	if err != nil {
		return nil, fmt.Errorf("keeping other experiments out of %s: %w", dir, err)
	}
	return held, nil
}

// reopenRecorder goes on with the files in dir, and cuts off what was written
// after they had these sizes, see sizes.
func reopenRecorder(dir string, src Source, sizes map[string]int64) (*recorder, error) {
	r, err := openRecorder(dir, src, os.O_APPEND)
	for name, f := range r.files {
		if err == nil {
			err = f.cut(sizes[name])
		}
	}
	if err != nil {
		r.close()
		return nil, fmt.Errorf("going on with result files: %w", err)
	}
	return r, nil
}

// cut removes what was written after the file had this size.
func (f *file) cut(size int64) error {
	info, err := f.os.Stat()
	if err != nil {
		return err
	}
	if info.Size() < size {
		return fmt.Errorf("%s has %d bytes, and had %d when its last round ended: it was changed since; begin a new experiment", f.os.Name(), info.Size(), size)
	}
	return f.os.Truncate(size)
}

// openRecorder opens all files for writing. The recorder is to be closed also
// where there is an error.
func openRecorder(dir string, src Source, how int) (r *recorder, err error) {
	r = &recorder{dir: dir, src: src, files: map[string]*file{}}
	for _, name := range []string{Base.String() + ".txt", Head.String() + ".txt", controlsFile} {
		w := &file{}
		if w.os, err = os.OpenFile(filepath.Join(dir, name), how|os.O_WRONLY, 0o666); err != nil {
			return r, err
		}
		w.fmt = benchfmt.NewWriter(&w.buf)
		r.files[name] = w
	}
	r.journal, err = os.OpenFile(filepath.Join(dir, journalFile), how|os.O_WRONLY, 0o666)
	return r, err
}

func (r *recorder) close() error {
	var all []error
	for _, f := range r.files {
		all = append(all, f.os.Close())
	}
	if r.journal != nil {
		all = append(all, r.journal.Close())
	}
	if r.lock != nil {
		all = append(all, r.lock.Release())
	}
	return errors.Join(all...)
}

// round ends a round: what follows is cut off should it be interrupted.
func (r *recorder) round(n entry) (err error) {
	if n.Sizes, err = r.sizes(); err != nil {
		return err
	}
	line, err := json.Marshal(n)
	if err == nil {
		_, err = r.journal.Write(append(line, '\n'))
	}
	if err != nil {
		return fmt.Errorf("writing the journal: %w", err)
	}
	return nil
}

// sizes are those of the files with results, in bytes.
func (r *recorder) sizes() (map[string]int64, error) {
	sizes := map[string]int64{}
	for name, f := range r.files {
		info, err := f.os.Stat()
		if err != nil {
			return nil, fmt.Errorf("looking at a result file: %w", err)
		}
		sizes[name] = info.Size()
	}
	return sizes, nil
}

// begin writes the head of each file: what it is, the machine, the direction
// of units that only the benchmarks themselves know, and what could not be
// measured.
func (r *recorder) begin(e *experiment) error {
	base, head := r.src.Sides()
	for name, f := range r.files {
		header := results.Header{
			Format: results.Format, Version: e.o.Environment.Version, Start: e.o.Started.Round(time.Second),
			Title: fmt.Sprintf("ecsbench ab: base %s, head %s, seed %d; one line per trial, the fastest of its blocks", base, head, e.plan.Seed),
		}
		if err := f.annotate(results.KindHeader, header); err != nil {
			return err
		}
		if err := f.annotate(results.KindEnvironment, e.o.Environment); err != nil {
			return err
		}
		if err := f.print(e.unitLines()); err != nil {
			return err
		}
		lacks, other := e.inventory.BaseOnly, Base
		if name == Base.String()+".txt" {
			lacks, other = e.inventory.HeadOnly, Head
		} else if name == controlsFile {
			continue
		}
		for _, c := range lacks {
			if err := f.annotate(results.KindVanished, results.Exception{Case: nameOf(r.src, c), Reason: "only in " + other.String()}); err != nil {
				return err
			}
		}
	}
	for _, failure := range e.failed {
		if err := r.fail(failure); err != nil {
			return err
		}
	}
	return nil
}

// unitLines say which way the units of the plan are better, where readers do
// not know by themselves.
func (e *experiment) unitLines() string {
	lines := map[string]bool{}
	for _, c := range e.plan.Cases {
		for _, unit := range c.Units {
			_, printed := asPrinted(0, unit)
			if better := e.src.Better(unit); better > 0 && results.UnitNamed(unit).Better != better {
				lines["Unit "+printed+" better=higher\n"] = true
			} else if better < 0 && results.UnitNamed(unit).Better != better {
				lines["Unit "+printed+" better=lower\n"] = true
			}
		}
	}
	return strings.Join(slices.Sorted(maps.Keys(lines)), "")
}

// fail notes a case that failed in the file of its side.
func (r *recorder) fail(failure Failure) error {
	f, ok := r.files[failure.Side+".txt"]
	if !ok {
		return nil
	}
	return f.annotate(results.KindFailed, results.Exception{Case: nameOf(r.src, failure.Case), Reason: failure.Reason})
}

// nameOf is the full name of a case.
func nameOf(src Source, c Case) string {
	if procs := src.Procs(); procs > 1 {
		return c.Name + "-" + strconv.Itoa(procs)
	}
	return c.Name
}

// annotate adds an annotation.
func (f *file) annotate(kind string, v any) error {
	line, err := results.Annotation(kind, v)
	if err != nil {
		return err
	}
	return f.print(line)
}

func (f *file) print(text string) error {
	if _, err := io.WriteString(f.os, text); err != nil {
		return fmt.Errorf("writing %s: %w", f.os.Name(), err)
	}
	return nil
}

// add writes one trial.
func (r *recorder) add(t Trial, value Block) error {
	if t.Side <= Head {
		return r.write(t.Side.String()+".txt", nil, t, value)
	}
	return r.write(controlsFile, [][2]string{{"side", t.Side.String()}}, t, value)
}

func (r *recorder) write(name string, extra [][2]string, t Trial, value Block) error {
	f := r.files[name]
	res := &benchfmt.Result{Name: benchfmt.Name(nameOf(r.src, t.Case)), Iters: t.Operations}
	for _, kv := range slices.Concat(extra, r.src.Header(t.Side), [][2]string{{"pkg", t.Case.Group}}) {
		if kv[1] != "" {
			res.Config = append(res.Config, benchfmt.Config{Key: kv[0], Value: []byte(kv[1]), File: true})
		}
	}
	for unit, v := range value {
		v, unit = asPrinted(v, unit)
		res.Values = append(res.Values, benchfmt.Value{Value: v, Unit: unit})
	}
	slices.SortFunc(res.Values, func(a, b benchfmt.Value) int { return compareUnits(tidy(a.Unit), tidy(b.Unit)) })
	if err := f.fmt.Write(res); err != nil {
		return fmt.Errorf("writing %s: %w", f.os.Name(), err)
	}
	if _, err := f.buf.WriteTo(f.os); err != nil {
		return fmt.Errorf("writing %s: %w", f.os.Name(), err)
	}
	return nil
}

func tidy(unit string) string {
	switch unit {
	case "ns/op":
		return unitTime
	case "MB/s":
		return "B/s"
	}
	return unit
}

// json writes a value for other programs. The file is there whole or not at all.
func (r *recorder) json(name string, v any) error {
	data, err := json.MarshalIndent(v, "", "\t")
	if err != nil {
		return fmt.Errorf("encoding %s: %w", name, err)
	}
	path := filepath.Join(r.dir, name)
	if err = os.WriteFile(path+".part", append(data, '\n'), 0o666); err == nil {
		err = os.Rename(path+".part", path)
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	return nil
}
