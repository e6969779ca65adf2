package results

import (
	"errors"
	"io"
	"maps"
	"slices"

	"golang.org/x/perf/benchfmt"
)

// A File has the contents of a result file.
type File struct {
	Path         string
	Header       *Header       // the last; nil if not written by ecsbench
	Headers      []*Header     // several in joined files
	Environments []Environment // one per session
	Ends         []End
	Impls        map[string]Implementation // by name
	Code         map[Key]string            // hashes, by package and name; "" if samples of a case are of several programs
	Explained    []Explanation             // steps since earlier commits
	Failed       []Exception
	Unsupported  []Exception
	Vanished     []Exception
	GoTest       []Exception    // failures and skipped benchmarks that go test reports; Case may be ""
	Disturbed    []Disturbed    // samples that are not used
	Accepted     []Accepted     // disturbed samples that are used
	Rounds       []Rounds       // of samples that were measured in turns with another file
	Cases        []*Case        // in the order of their first sample
	Better       map[string]int // directions given by the file: +1 if more is better, -1 if less is
	Lines        []Line         // of results, in order
	Damaged      []error        // skipped lines
	Unfinished   bool           // written by ecsbench, and a session was interrupted, killed, or cut off
	Lacks        []error        // see LackError

	declared map[string]Place // the lines of Better
}

// A Line is a line of results: the origin of a sample.
type Line struct {
	Iterations int

	// Run is counted from 0. A header begins a run. So does the environment of a resumed run,
	// because the machine may have another state, and a package that go test prints again.
	Run int32

	// Process is counted from 0. In files of ecsbench each line is a process. A process of go
	// test measures each benchmark once, so a new one begins when a benchmark reappears after
	// others, or in another run.
	Process int32

	// Rounds is the number of its rounds in File.Rounds, counted from 1; 0 for none.
	Rounds int32
}

// A Series has the samples of a case in one unit.
type Series struct {
	Values []float64
	Lines  []int32 // for each value the index of its line in File.Lines

	own bool // Lines is not the Order of the case, because lines without a value precede
}

// A Case has all samples of one name under one configuration.
type Case struct {
	Name   string            // full name without "Benchmark", with the -GOMAXPROCS suffix
	Config map[string]string // file configuration: profile, goos, cpu, ...
	Keys   map[string]string // parts of the name: "" is the scenario, then impl, comps, n, ...
	Units  []string          // in order of appearance
	Series map[string]*Series
	Order  []int32 // index of each of its lines in File.Lines

	Disturbed int // number of unused samples, see File.Disturbed
}

// In returns the values in a unit.
func (c *Case) In(unit string) []float64 {
	if s := c.Series[unit]; s != nil {
		return s.Values
	}
	return nil
}

// Read reads a result file.
func Read(path string) (*File, error) { return ReadFiles(&Files{Paths: []string{"=" + path}}, path) }

// Parse reads the contents of a result file; path is for messages.
func Parse(r io.Reader, path string) (*File, error) {
	return ReadFiles(&Files{Paths: []string{"=" + path}, content: r}, path)
}

// ReadFiles reads files as one; path is its name. It passes damage to files.Warn too.
func ReadFiles(files *Files, path string) (*File, error) {
	runs, err := read(files, path, false)
	if err != nil {
		return nil, err
	}
	return runs[0], nil
}

// ReadRuns reads a file with one or more runs, such as merged shards. Each header starts a run,
// so every case keeps its environment, and without headers each change of the commit.
func ReadRuns(path string) ([]*File, error) {
	return read(&Files{Paths: []string{"=" + path}}, path, true)
}

// read reads a file, with its runs separate or joined.
func read(files *Files, path string, apart bool) ([]*File, error) {
	r := newCollector(path)
	runs := []*File{r.File}
	warn := files.Warn
	defer func() { files.Warn = warn }()
	files.Warn = func(err error) {
		if lack := (*LackError)(nil); errors.As(err, &lack) {
			r.Lacks = append(r.Lacks, err)
		} else {
			r.Damaged = append(r.Damaged, err)
		}
		if warn != nil {
			warn(err)
		}
	}
	err := files.Each(func(record any) error {
		if apart && r.separate(record) {
			r.close()
			r = newCollector(path)
			runs = append(runs, r.File)
		}
		r.take(record)
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, f := range runs {
		for _, u := range files.Units() {
			f.Better[u.OrigUnit], f.declared[u.OrigUnit] = files.Units().GetBetter(u.OrigUnit), files.Declaration(u.OrigUnit)
		}
		f.countDisturbed()
	}
	r.close()
	return runs, nil
}

// ReadAll reads the runs of several files. It passes damage to warn, which may be nil.
func ReadAll(paths []string, warn func(error)) (all []*File, err error) {
	for _, path := range paths {
		runs, err := ReadRuns(path)
		if err != nil {
			return nil, err
		}
		WarnDamaged(runs, warn)
		all = append(all, runs...)
	}
	return all, Agree(all)
}

// Agree returns an error if files declare different directions for a unit.
func Agree(files []*File) error {
	first := make(map[string]*File)
	for _, f := range files {
		for _, unit := range slices.Sorted(maps.Keys(f.Better)) {
			switch other := first[unit]; {
			case f.Better[unit] == 0:
			case other == nil:
				first[unit] = f
			case other.Better[unit] != f.Better[unit]:
				return contradiction(f.declared[unit], other.declared[unit], unit, "better="+BetterWord(other.Better[unit]))
			}
		}
	}
	return nil
}

// WarnDamaged passes skipped lines and missing parts of runs to warn, which may be nil.
func WarnDamaged(runs []*File, warn func(error)) {
	for _, f := range runs {
		for _, damaged := range slices.Concat(f.Damaged, f.Lacks) {
			if warn != nil {
				warn(damaged)
			}
		}
	}
}

// begun reports whether the file has any content.
func (f *File) begun() bool {
	return f.Header != nil || len(f.Lines)+len(f.Environments)+len(f.Failed)+len(f.Unsupported) > 0
}

// CodeOf returns the hash of the code that a case can reach, "" if unknown.
func (f *File) CodeOf(c *Case) string { return f.Code[Key{Package: c.Config["pkg"], Name: c.Name}] }

// countDisturbed stores the number of unused samples in each case.
func (f *File) countDisturbed() {
	count := make(map[string]int)
	for _, d := range f.Disturbed {
		count[d.Case]++
	}
	for _, c := range f.Cases {
		c.Disturbed = count[c.Name]
	}
}

// Printed returns a value and its unit as in the file: benchfmt converts ns/op to sec/op.
func Printed(v benchfmt.Value) (float64, string) {
	if v.OrigUnit != "" {
		return v.OrigValue, v.OrigUnit
	}
	return v.Value, v.Unit
}
