package measure

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/dirhash"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/kernel"
	"github.com/ecsbench/ecsbench/results"
	"github.com/ecsbench/ecsbench/scenarios"
)

// An ExternalProgram is an implementation in any language: it reads a [Request] and writes an [Answer],
// see docs/protocol.md. That of a library is the folder of its module, from which its programs are
// built.
type ExternalProgram struct {
	Name string `json:"name"`
	Path string `json:"path"` // as given
	Sum  string `json:"sum"`  // checksum of the file, or of the Go files in the folder
}

// FindPrograms registers the programs of a list of implementations such as "ecs,mine=./program",
// and returns them and the list of names.
func FindPrograms(list string) (programs []ExternalProgram, names string, err error) {
	specs := strings.Split(list, ",")
	for i, spec := range specs {
		name, path, given := strings.Cut(strings.TrimSpace(spec), "=")
		if !given || strings.Contains(name, ":") {
			continue
		}
		p := ExternalProgram{Name: name, Path: path}
		if p.Sum, err = p.sum(); err == nil {
			err = p.register()
		}
		if err != nil {
			return nil, "", fmt.Errorf("--impl %s: %w", spec, err)
		}
		programs, specs[i] = lists.Add(programs, p), name
	}
	for _, p := range programs {
		same := lists.Filter(specs, func(spec string) bool { return spec == p.Name })
		if p.ofLibrary() && len(same) > 1 {
			return nil, "", fmt.Errorf("--impl %s=%s: %[1]s is there twice: give the other one its version, such as %[1]s@v1.0.0", p.Name, p.Path)
		}
	}
	return programs, strings.Join(specs, ","), nil
}

// sum returns the checksum of the file, or the reason why it cannot be a program.
func (p ExternalProgram) sum() (string, error) {
	if p.ofLibrary() {
		sum, err := folderSum(p.Path)
		if err != nil {
			err = fmt.Errorf("%s is a library: want the folder of its module, or another name for a program: %w", p.Name, err)
		}
		return sum, err
	}
	info, err := os.Stat(p.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("there is no file %q: build the program, or correct the path", p.Path)
	case err != nil:
		return "", err
	case !info.Mode().IsRegular():
		return "", fmt.Errorf("%q is not a file: name the program in it", p.Path)
	case info.Mode()&0o111 == 0 && runtime.GOOS != "windows":
		return "", fmt.Errorf("%q is not executable: use chmod +x", p.Path)
	}
	file, err := os.Open(p.Path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, file); err != nil {
		return "", fmt.Errorf("read %q: %w", p.Path, err)
	}
	return fmt.Sprintf("%x", hash.Sum(nil))[:16], nil
}

// ofLibrary reports whether the program is the folder of a library.
func (p ExternalProgram) ofLibrary() bool {
	known, err := registry.Find(p.Name)
	return err == nil && known.Role == results.Library && known.Program == ""
}

// folderSum returns the checksum of what the go command compiles in a folder.
func folderSum(folder string) (string, error) {
	files, err := dirhash.DirFiles(folder, "")
	if err != nil {
		return "", err
	}
	files = lists.Filter(files, func(file string) bool {
		return slices.Contains([]string{".go", ".s", ".mod", ".sum"}, filepath.Ext(file))
	})
	sum, err := dirhash.Hash1(files, func(file string) (io.ReadCloser, error) { return os.Open(filepath.Join(folder, file)) })
	return strings.TrimPrefix(sum, "h1:"), err
}

var programName = display.Pattern(`^[A-Za-z0-9][\w.-]*$`)

// register adds the program to the implementations, unless it is one already.
func (p ExternalProgram) register() error {
	known, err := registry.Find(p.Name)
	switch {
	case p.ofLibrary():
		known.Version, known.Released = "in "+p.Path, ""
		registry.Hide(known.Implementation)
		return nil
	case !programName().MatchString(p.Name):
		return fmt.Errorf("%q is no name for a program: use letters and digits, such as mine", p.Name)
	case err == nil && known.Program == p.Path:
		return nil
	case err == nil, p.Name == impls.Everything:
		return fmt.Errorf("%s is the name of another implementation: choose a name that is not in ecsbench list impls", p.Name)
	}
	return registry.Add(impls.Implementation{Name: p.Name, Doc: "the program " + p.Path, Program: p.Path, Open: func(impls.Config, impls.Values) (impls.World, error) {
		return nil, fmt.Errorf("%s is a program of its own", p.Name)
	}})
}

// unchanged registers the program of a resumed run.
func (p ExternalProgram) unchanged() error {
	switch now, err := p.sum(); {
	case err != nil:
		return fmt.Errorf("its program %s: %w", p.Name, err)
	case now != p.Sum:
		return fmt.Errorf("its program %q has changed since: start a new run instead of mixing the two", p.Path)
	}
	return p.register()
}

// programOf returns the path of an implementation that is a program, and "" for others.
func programOf(impl string) string {
	chosen, _ := registry.Find(impl)
	return chosen.Program
}

// answering lists the programs that read requests.
func (p Plan) answering() []ExternalProgram {
	return lists.Filter(p.Programs, func(p ExternalProgram) bool { return !p.ofLibrary() })
}

// greet asks each program for a short sample, before anything is written. Its error states what
// is no answer of the protocol.
func (p Plan) greet(ctx context.Context, m Measurer) error {
	cases, err := p.Cases()
	if err != nil {
		return err
	}
	for _, program := range p.answering() {
		first := lists.First(cases, func(c Case) bool { return c.Impl == program.Name && covered(c.Scenario) })
		if first.Name == "" {
			continue
		}
		first.MinTime = 1
		answer, err := m.Measure(ctx, first.Request, p.Timeout)
		switch {
		case ctx.Err() != nil:
			return &results.InterruptedError{}
		case err != nil:
			return fmt.Errorf("--impl %s=%s: %w", program.Name, program.Path, err)
		case answer.strange:
			return fmt.Errorf("--impl %s=%s: %s (docs/protocol.md has the answer that a program writes)", program.Name, program.Path, shorten(answer.Failed))
		}
	}
	return nil
}

// coveredScenarios are those whose last world a program can report.
var coveredScenarios = []string{"iterate", "physics", "create"}

func covered(scenario string) bool {
	name, _, _ := strings.Cut(scenario, ":")
	return slices.Contains(coveredScenarios, name)
}

// measureProgram takes one sample of a program and verifies the world that it reports.
func measureProgram(ctx context.Context, path string, r Request, timeout time.Duration) (Answer, error) {
	if !covered(r.Scenario) {
		return Answer{Unsupported: fmt.Sprintf("%s is a program, whose work is verified in %s only", r.Impl, strings.Join(coveredScenarios, ", "))}, nil
	}
	c := &claim{}
	var workload scenarios.Workload
	answer := Attempt(func() (a Answer, err error) {
		workload, err = r.OpenWith(c.open)
		return a, err
	}, without)
	if workload == nil || answer.Failed != "" || answer.Unsupported != "" {
		return answer, nil
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return Answer{}, err
	}
	failed, err := Process{Program: path, output: mostReported}.Ask(ctx, r, &c.answer, timeout)
	if err != nil || failed != "" {
		return Answer{Failed: failed, strange: true}, err
	}
	return Attempt(func() (Answer, error) { return judged(c.verified(workload)) }, without), nil
}

// mostReported limits the output of a program, in bytes: the state of some millions of entities.
const mostReported = 256 << 20

// A claim is the world that a program reports. Scenarios verify it like a world of this process.
type claim struct {
	impls.MakesHandles[int]
	cfg     impls.Config
	answer  Answer
	opened  bool
	bundles []int // of entities, in the order of their creation
	counted bool
}

func (c *claim) open(cfg impls.Config) (impls.World, error) {
	if c.opened {
		return nil, fmt.Errorf("runs is %d, and want 1: each operation has a world of its own", c.answer.Runs)
	}
	c.cfg, c.opened = cfg, true
	return c, nil
}

// Lacks gives the reason for missing capabilities.
func (c *claim) Lacks(string) string { return "is a program, and programs have no aged or used worlds" }

func (c *claim) Spawn(bundle int, _ uint32, dst impls.Handles) {
	handles := dst.(impls.HandlesOf[int])
	for i := range handles {
		c.bundles = append(c.bundles, bundle)
		handles[i] = len(c.bundles)
	}
}

// Run returns the entities visited in all runs when it is first called.
func (c *claim) Run(int, float32) (visited int) {
	if !c.counted {
		c.counted, visited = true, c.answer.Visited
	}
	return visited
}

func (c *claim) Clear() int { return 0 }

func (c *claim) Len() int { return len(c.answer.State) }

func (c *claim) Hash(r impls.Handles, dst []uint64) {
	values := make([]reflect.Value, len(c.cfg.Types)) // pointers, made once
	for i, handle := range r.(impls.HandlesOf[int]) {
		numbers, sum := c.answer.State[handle-1], uint64(0)
		for _, id := range c.cfg.Bundles[c.bundles[handle-1]] {
			shape := c.cfg.Types[id].Of()
			if !values[id].IsValid() {
				values[id] = reflect.New(shape.Go)
			}
			numbers = fill(values[id].Elem(), numbers)
			sum += kernel.ComponentHash(id, shape.Hash(values[id].UnsafePointer()))
		}
		dst[i] = kernel.EntityHash(sum)
	}
}

// fill sets the fields of a value to the first numbers and returns the others.
func fill(v reflect.Value, numbers []float64) []float64 {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			numbers = fill(v.Field(i), numbers)
		}
	case reflect.Array:
		for i := range v.Len() {
			numbers = fill(v.Index(i), numbers)
		}
	case reflect.Float32:
		v.SetFloat(numbers[0])
		numbers = numbers[1:]
	case reflect.Uint32:
		v.SetUint(uint64(uint32(int64(numbers[0]))))
		numbers = numbers[1:]
	}
	return numbers
}

// verified returns the sample of a program after its verification.
func (c *claim) verified(w scenarios.Workload) (Answer, error) {
	a := c.answer
	if a.Failed != "" || a.Unsupported != "" {
		return without(oneLine(a.Failed), oneLine(a.Unsupported)), nil
	}
	sample, err := a.sample(w.Entities())
	if err == nil && (a.Runs < 1 || a.Runs > w.MaxOperations()) {
		err = fmt.Errorf("runs is %d, want 1 to %d", a.Runs, w.MaxOperations())
	}
	if err != nil {
		return Answer{Failed: "answer: " + err.Error(), strange: true}, nil
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // workloads change it
	if err := w.Prepare(a.Runs); err != nil {
		return Answer{}, wrong(err)
	}
	w.Run(a.Runs)
	if err := c.complete(); err != nil {
		return Answer{}, wrong(err)
	}
	if err := w.Verify(); err != nil {
		return Answer{}, wrong(err)
	}
	return sample, nil
}

// complete returns an error unless the state has all fields of each entity.
func (c *claim) complete() error {
	if got, want := len(c.answer.State), len(c.bundles); got != want {
		return fmt.Errorf("wrong state: it has %d entities, want %d", got, want)
	}
	for i, numbers := range c.answer.State {
		set, size := c.cfg.Bundles[c.bundles[i]], 0
		for _, id := range set {
			size += int(c.cfg.Types[id].Of().Go.Size()) / 4
		}
		if len(numbers) != size {
			return fmt.Errorf("wrong state: entity %d has %d numbers, want %d (%s)", i+1, len(numbers), size, kernel.Names(c.cfg.Types, set))
		}
	}
	return nil
}

// sample returns the checked values of an answer, with those per entity.
func (a Answer) sample(entities int) (Answer, error) {
	const most = 1e15
	units := []string{"ns/op", "B/op", "allocs/op"}
	given := make(map[string]float64)
	for _, v := range a.Values {
		if !slices.Contains(units, v.Unit) {
			return Answer{}, fmt.Errorf("the unit %q is not one of %s", v.Unit, strings.Join(units, ", "))
		}
		if v.Value < 0 || v.Value > most {
			return Answer{}, fmt.Errorf("%g %s is out of range", v.Value, v.Unit)
		}
		given[v.Unit] = v.Value
	}
	switch {
	case len(given) == 0 || given["ns/op"] < 1e-3:
		return Answer{}, fmt.Errorf("it has no value of ns/op")
	case a.Iterations < 1:
		return Answer{}, fmt.Errorf("iterations is %d, want 1 or more", a.Iterations)
	}
	sample := Answer{Iterations: a.Iterations, Values: times(given["ns/op"], entities)}
	for _, unit := range units[1:] {
		if value, has := given[unit]; has {
			sample.Values = append(sample.Values, results.Value{Value: value, Unit: unit})
		}
	}
	return sample, nil
}
