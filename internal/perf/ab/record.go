package ab

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/sys/outdir"
	"github.com/ecsbench/ecsbench/results"

	"golang.org/x/perf/benchunit"
)

// A recorder writes every trial to disk, one line each, as files of package results. It writes
// them after each round and at the end, which may be within a round.
//
//	base.txt, head.txt  the compared sides
//	controls.txt        the self-test's sides, distinguished by `side:`
//	journal.jsonl       the decisions before the first round, and which sides ran in
//	                    each round, for resumption
//	verdict.json        the verdict
//	lock                while an experiment runs
type recorder struct {
	dir     string // "" to write nothing
	src     Source
	lock    *outdir.Lock // nil if the caller holds it
	files   map[string]*results.Writer
	samples map[string][]results.Sample // of this round, by file; nil if nothing is written
	journal *outdir.Journal[entry]
}

// Names of files in the result folder; those of the sides follow from them.
const (
	controlsFile = "controls.txt"
	journalFile  = "journal.jsonl"
	verdictFile  = "verdict.json"
	lockFile     = "lock"
)

// fileOf names the file of a side.
func fileOf(side string) string {
	if side == Base.String() || side == Head.String() {
		return side + ".txt"
	}
	return controlsFile
}

var resultFiles = []string{fileOf(Base.String()), fileOf(Head.String()), controlsFile}

// newRecorder locks and opens the folder dir. It never overwrites files of an earlier
// experiment.
func newRecorder(dir string, src Source) (*recorder, error) {
	if dir == "" {
		return &recorder{src: src}, nil
	}
	if err := outdir.MakeFolder(dir); err != nil {
		return nil, fmt.Errorf("making the result folder: %w", err)
	}
	held, err := lockFolder(dir)
	if err != nil {
		return nil, err
	}
	if err := checkUnused(dir); err != nil {
		return nil, errors.Join(err, held.Release())
	}
	return &recorder{dir: dir, src: src, lock: held, files: map[string]*results.Writer{}, samples: map[string][]results.Sample{}}, nil
}

// checkUnused rejects a folder with an experiment.
func checkUnused(dir string) error {
	for _, name := range append(slices.Clone(resultFiles), journalFile) {
		if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			return fmt.Errorf("%s holds the results of another experiment; choose another folder with -o", dir)
		}
	}
	return outdir.CheckFolder(dir)
}

// lockFolder keeps other experiments out of a folder.
func lockFolder(dir string) (*outdir.Lock, error) {
	held, err := outdir.TakeLock(filepath.Join(dir, lockFile))
	if errors.Is(err, outdir.ErrLocked) {
		return nil, fmt.Errorf("another experiment is writing to %s: %w; wait for it, or interrupt it first", dir, err)
	}
	if err != nil {
		return nil, fmt.Errorf("locking %s: %w", dir, err)
	}
	return held, nil
}

// reopenRecorder continues the files of an experiment after cutting them at these marks.
func reopenRecorder(dir string, src Source, marks map[string]results.Mark) (_ *recorder, err error) {
	r := &recorder{dir: dir, src: src, files: map[string]*results.Writer{}, samples: map[string][]results.Sample{}}
	for _, name := range resultFiles {
		if err == nil {
			r.files[name], err = results.Reopen(filepath.Join(dir, name), marks[name])
		}
	}
	if err == nil {
		r.journal, _, err = outdir.OpenJournal[entry](filepath.Join(dir, journalFile))
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("resuming an experiment: %w", err), r.close())
	}
	return r, nil
}

func (r *recorder) close() error {
	all := []error{r.flush()}
	for _, f := range r.files {
		if f != nil {
			all = append(all, f.Close())
		}
	}
	if r.journal != nil {
		all = append(all, r.journal.Close())
	}
	return errors.Join(append(all, r.lock.Release())...)
}

// enter ends a round in the journal: an interruption discards everything after it.
func (r *recorder) enter(n entry) error {
	if err := r.flush(); err != nil || r.journal == nil {
		return err
	}
	n.Marks = map[string]results.Mark{}
	for name, f := range r.files {
		n.Marks[name] = f.Mark()
	}
	return r.journal.Add(n)
}

// begin creates the result files, and records cases without a measurement.
func (r *recorder) begin(e *experiment) error {
	if r.dir == "" {
		return nil
	}
	base, head := r.src.Sides()
	for _, side := range []Side{Base, Head, Control} {
		name := fileOf(side.String())
		f, err := results.Create(filepath.Join(r.dir, name), false,
			e.head(side, fmt.Sprintf("ecsbench ab: base %s, head %s, seed %d; one line per trial, the fastest of its blocks", base, head, e.plan.Seed), e.plan.Cases))
		if err != nil {
			return err
		}
		r.files[name] = f
	}
	var err error
	if r.journal, _, err = outdir.OpenJournal[entry](filepath.Join(r.dir, journalFile)); err != nil {
		return err
	}
	for side, lacks := range map[Side][]CaseID{Base: e.inventory.HeadOnly, Head: e.inventory.BaseOnly} {
		for _, c := range lacks {
			gone := FailedCase{Case: c, Reason: "only in " + (Base + Head - side).String()}.exception(r.src)
			if to, ok := e.renamed(c); ok && side == Head {
				gone.Renamed = nameOf(r.src, to)
			}
			if err := r.annotate(side.String(), results.KindVanished, gone); err != nil {
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

// annotate writes an annotation to the file of a side.
func (r *recorder) annotate(side, kind string, v any) error {
	if f := r.files[fileOf(side)]; f != nil {
		return f.Annotate(kind, v)
	}
	return nil
}

// note writes an annotation of a trial.
func (r *recorder) note(side Side, kind string, v any) error {
	return r.annotate(side.String(), kind, v)
}

// beginStage marks the samples that follow in the files of base and head.
func (r *recorder) beginStage(fresh, sameBuilds bool) error {
	mark := results.Rounds{Fresh: fresh, SameBuilds: fresh && sameBuilds}
	if err := r.note(Base, results.KindRounds, mark); err != nil {
		return err
	}
	return r.note(Head, results.KindRounds, mark)
}

// fail records a failed case in the file of its side.
func (r *recorder) fail(failure FailedCase) error {
	if err := r.flush(); err != nil { // earlier samples come first
		return err
	}
	return r.annotate(failure.Side, results.KindFailed, failure.exception(r.src))
}

// exception returns the failure in the form of result files.
func (f FailedCase) exception(src Source) results.Exception {
	return results.Exception{Package: f.Case.Group, Case: nameOf(src, f.Case), Reason: f.Reason}
}

// end closes the files normally.
func (r *recorder) end(e *experiment) error {
	for _, f := range r.files {
		if err := f.Annotate(results.KindEnd, results.End{Reason: "complete", Seconds: time.Since(e.o.Started).Seconds()}); err != nil {
			return err
		}
	}
	return nil
}

// nameOf is the full name of a case.
func nameOf(src Source, c CaseID) string { return c.Named(src.Procs()) }

// add queues a trial for flush.
func (r *recorder) add(t Trial, value Block) {
	if r.samples != nil {
		name := fileOf(t.Side.String())
		sample := sampleOf(r.src, t, value)
		sample.Exact = r.dir != ""
		r.samples[name] = append(r.samples[name], sample)
	}
}

// sampleOf is a trial in the form of its side's file.
func sampleOf(src Source, t Trial, value Block) results.Sample {
	sample := results.Sample{Case: nameOf(src, t.Case), Iterations: t.Operations}
	if t.Side > Head {
		sample.Config = [][2]string{{"side", t.Side.String()}}
	}
	sample.Config = slices.Concat(sample.Config, src.Header(t.Side), [][2]string{{"pkg", t.Case.Group}})
	for _, unit := range slices.SortedFunc(maps.Keys(value), compareUnits) {
		if v, printed := asPrinted(value[unit], unit); !math.IsNaN(v) { // readers reject NaN
			sample.Values = append(sample.Values, results.Value{Value: v, Unit: printed})
		}
	}
	return sample
}

// trials are the values of the result files that were not taken yet.
type trials map[sideKey][]Block

// A sideKey identifies a side of a case in result files.
type sideKey struct{ side, group, name string }

// trials reads the result files.
func (r *recorder) trials() (trials, error) {
	all := trials{}
	for _, name := range resultFiles {
		f, err := results.Read(filepath.Join(r.dir, name))
		if err != nil {
			return nil, err
		}
		for _, c := range f.Cases {
			key := sideKey{cmp.Or(c.Config["side"], strings.TrimSuffix(name, ".txt")), c.Config["pkg"], c.Name}
			all[key] = append(all[key], blocksOf(c)...)
		}
	}
	return all, nil
}

// blocksOf returns the values of the lines of a case.
func blocksOf(c *results.Case) []Block {
	blocks := make([]Block, len(c.Order))
	for i := range blocks {
		blocks[i] = Block{}
	}
	for unit, s := range c.Series {
		for k, at := range s.Lines {
			i, _ := slices.BinarySearch(c.Order, at)
			value, unit := benchunit.Tidy(s.Values[k], unit)
			blocks[i][unit] = value
		}
	}
	return blocks
}

// next takes the next trial of a case on a side.
func (r *recorder) next(all trials, c CaseID, side Side) (Block, error) {
	key := sideKey{side.String(), c.Group, nameOf(r.src, c)}
	if len(all[key]) == 0 {
		return nil, fmt.Errorf("%s lacks a trial of %s on %v: it was changed since; begin anew", filepath.Join(r.dir, fileOf(key.side)), display.Escape(c.String()), side)
	}
	first := all[key][0]
	all[key] = all[key][1:]
	return first, nil
}

// flush writes the queued trials.
func (r *recorder) flush() error {
	for name, samples := range r.samples {
		delete(r.samples, name) // also if that fails: lines are never written twice
		if err := r.files[name].Sample(samples...); err != nil {
			return err
		}
	}
	return nil
}

// write writes the verdict: the whole file or nothing.
func (r *recorder) write(v *verdict.Verdict) error {
	if r.dir == "" {
		return nil
	}
	if err := outdir.WriteJSON(filepath.Join(r.dir, verdictFile), v); err != nil {
		return fmt.Errorf("writing %s: %w", verdictFile, err)
	}
	return nil
}

// VerdictOf returns the verdict of the experiment with these files of base and head; nil if
// there is none.
func VerdictOf(base, head string) (*verdict.Verdict, error) {
	dir, _ := filepath.Abs(filepath.Dir(head))
	if other, _ := filepath.Abs(filepath.Dir(base)); other != dir || filepath.Base(base) != fileOf(Base.String()) || filepath.Base(head) != fileOf(Head.String()) {
		return nil, nil
	}
	path := filepath.Join(dir, verdictFile)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	v := &verdict.Verdict{}
	if err == nil {
		err = json.Unmarshal(text, v)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the verdict on the two files, which `ecsbench ab` left in %s: %w", path, err)
	}
	return v, nil
}
