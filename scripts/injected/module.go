package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/ecsbench/ecsbench/scripts/program"
)

// A module is a repository that changes are injected into.
type module struct {
	series     *series
	path       string // with the version
	dir        string
	benchmarks []benchmark
	functions  []function
	used       map[string]bool // functions that a regression was injected into
}

// A benchmark is one function of the tests.
type benchmark struct {
	Folder, Name string
	Fastest      float64            // ns/op, of its fastest case
	Calls        map[string]float64 // per operation, by position of the function
	Reached      map[string]bool    // at all, set-up included
}

// A function is one of the module.
type function struct {
	folder, file string // the file is relative to the module
	name         string // as ab prints it
	pkg          string
	line         int
	body         int // offset behind the opening brace
	from, to     int // offsets of the declaration
}

func (f function) position() string { return fmt.Sprintf("%s:%d", f.file, f.line) }

// fetch makes a repository of a module and learns which benchmark calls which function
// how often, from the counters of coverage in runs of two lengths.
func (s *series) fetch(name string) *module {
	m := &module{series: s, path: name, dir: filepath.Join(s.dir, strings.NewReplacer("/", "-", "@", "-").Replace(name)), used: map[string]bool{}}
	if _, err := os.Stat(m.dir); err != nil {
		empty := program.Must(os.MkdirTemp(s.dir, "empty"))
		program.Check(os.WriteFile(filepath.Join(empty, "go.mod"), []byte("module empty\n"), 0o666))
		var info struct{ Dir string }
		program.Check(json.Unmarshal([]byte(s.command(empty, "go", "mod", "download", "-json", name)), &info))
		program.Check(os.CopyFS(m.dir, os.DirFS(info.Dir)))
		s.command(m.dir, "chmod", "-R", "u+w", ".")
		s.git(m.dir, "init", "--quiet")
		s.git(m.dir, "add", "--all")
		s.git(m.dir, "commit", "--quiet", "--message", "base")
		s.git(m.dir, "tag", "base")
	}
	m.restore()
	m.read()
	// An earlier series in the same folder has found the functions called by the
	// benchmarks.
	known := m.dir + ".json"
	if text, err := os.ReadFile(known); err == nil {
		program.Check(json.Unmarshal(text, &m.benchmarks))
		return m
	}
	for _, folder := range m.folders() {
		m.measure(folder)
	}
	program.Check(os.WriteFile(known, program.Must(json.Marshal(m.benchmarks)), 0o666))
	return m
}

// restore makes the repository what it was at first.
func (m *module) restore() {
	m.series.git(m.dir, "checkout", "--quiet", "--force", "--detach", "base")
	m.series.git(m.dir, "clean", "--quiet", "-d", "--force")
}

// read lists the functions of the module.
func (m *module) read() {
	program.Check(filepath.WalkDir(m.dir, func(file string, d fs.DirEntry, err error) error {
		rel := filepath.ToSlash(program.Must(filepath.Rel(m.dir, file)))
		if err == nil && d.IsDir() && file != m.dir {
			if _, nested := os.Stat(filepath.Join(file, "go.mod")); nested == nil || d.Name() == "testdata" || d.Name()[0] == '.' {
				return filepath.SkipDir
			}
		}
		if err != nil || d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		fset := token.NewFileSet()
		parsed := program.Must(parser.ParseFile(fset, file, nil, parser.SkipObjectResolution))
		for _, d := range parsed.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Body == nil || len(f.Body.List) == 0 {
				continue
			}
			m.functions = append(m.functions, function{
				folder: path.Dir(rel), file: rel, pkg: parsed.Name.Name, name: parsed.Name.Name + "." + receiver(f) + f.Name.Name,
				line: fset.Position(f.Body.Lbrace).Line, body: fset.Position(f.Body.Lbrace).Offset + 1,
				from: fset.Position(f.Pos()).Offset, to: fset.Position(f.End()).Offset,
			})
		}
		return nil
	}))
}

// receiver is that of a method as profiles write it, without type parameters.
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	text := strings.Builder{}
	pointer := false
	for t := f.Recv.List[0].Type; t != nil; {
		switch of := t.(type) {
		case *ast.StarExpr:
			t, pointer = of.X, true
		case *ast.IndexExpr:
			t = of.X
		case *ast.IndexListExpr:
			t = of.X
		case *ast.Ident:
			text.WriteString(of.Name)
			t = nil
		default:
			t = nil
		}
	}
	if pointer {
		return "(*" + text.String() + ")."
	}
	return text.String() + "."
}

// folders lists those with functions.
func (m *module) folders() (list []string) {
	for _, f := range m.functions {
		if !slices.Contains(list, f.folder) {
			list = append(list, f.folder)
		}
	}
	return list
}

// timing is a line that a benchmark prints.
var timing = regexp.MustCompile(`(?m)^(Benchmark\S+)\s+\d+\s+([0-9.]+) ns/op`)

// benchmarkOf is the function in the name of a case.
var benchmarkOf = regexp.MustCompile(`^[^/-]+`)

// measure runs the benchmarks of a folder: once for their times, and twice for the calls.
func (m *module) measure(folder string) {
	s, dir := m.series, filepath.Join(m.dir, folder)
	names := regexp.MustCompile(`(?m)^Benchmark\w+$`).FindAllString(s.command(dir, "go", "test", "-vet=off", "-run=^$", "-list=^Benchmark", "."), -1)
	names = slices.DeleteFunc(names, func(n string) bool { return strings.Contains(n, "Parallel") || strings.Contains(n, "100k") })
	if len(names) == 0 {
		return
	}
	times := map[string]float64{}
	for _, found := range timing.FindAllStringSubmatch(s.command(dir, "go", "test", "-vet=off", "-run=^$", "-bench=.", "-benchtime=20ms", "."), -1) {
		name := benchmarkOf.FindString(found[1])
		ns, _ := strconv.ParseFloat(found[2], 64)
		if before, known := times[name]; !known || ns < before {
			times[name] = ns
		}
	}
	counting := filepath.Join(s.dir, "counting.test")
	s.command(dir, "go", "test", "-vet=off", "-c", "-cover", "-covermode=atomic", "-coverpkg=./...", "-o", counting, ".")
	for _, name := range names {
		const short, long = 10, 60
		calls, reached := map[string]float64{}, map[string]bool{}
		for length, sign := range map[int]float64{short: -1, long: +1} {
			profile := filepath.Join(s.dir, "profile")
			s.command(dir, counting, "-test.run=^$", "-test.bench=^"+name+"$", fmt.Sprintf("-test.benchtime=%dx", length), "-test.coverprofile="+profile)
			for at, n := range m.counts(profile) {
				calls[at] += sign * n / (long - short)
				reached[at] = reached[at] || n > 0
			}
		}
		m.benchmarks = append(m.benchmarks, benchmark{folder, name, times[name], calls, reached})
	}
}

// counts reads how often functions were called.
func (m *module) counts(profile string) map[string]float64 {
	counts := map[string]float64{}
	root, _, _ := strings.Cut(m.path, "@")
	text := program.Must(os.ReadFile(profile))
	for line := range strings.Lines(string(text)) {
		var from, column, to, end, statements int
		var n float64
		file, rest, ok := strings.Cut(line, ":")
		if _, err := fmt.Sscanf(rest, "%d.%d,%d.%d %d %f", &from, &column, &to, &end, &statements, &n); !ok || err != nil {
			continue
		}
		at := fmt.Sprintf("%s:%d", strings.TrimPrefix(file, root+"/"), from)
		if _, known := counts[at]; !known { // the first block of the line is the start of the function
			counts[at] = n
		}
	}
	return counts
}

// commit makes the change between harmless ones, and returns the commits from base on.
func (m *module) commit(c *change) (commits []string) {
	s := m.series
	m.restore()
	record := func() {
		s.git(m.dir, "add", "--all")
		s.git(m.dir, "commit", "--quiet", "--allow-empty", "--message", "change")
		commits = append(commits, strings.TrimSpace(s.command(m.dir, "git", "rev-parse", "HEAD")))
	}
	commits = append(commits, strings.TrimSpace(s.command(m.dir, "git", "rev-parse", "HEAD")))
	file := filepath.Join(m.dir, c.function.file)
	for i := 1; i <= 3; i++ {
		if i == c.at {
			c.write()
		} else {
			text := program.Must(os.ReadFile(file))
			program.Check(os.WriteFile(file, fmt.Appendf(text, "\n// Remark %d.\n", i), 0o666))
		}
		record()
	}
	return commits
}

// builds reports whether a folder builds, tests included.
func (m *module) builds(folder string) bool {
	cmd := exec.CommandContext(m.series.ctx, "go", "test", "-run=^$", "-vet=off", ".")
	cmd.Dir = filepath.Join(m.dir, folder)
	return cmd.Run() == nil
}

// command runs a program in a folder and returns what it prints.
func (s *series) command(dir, name string, args ...string) string {
	cmd := exec.CommandContext(s.ctx, name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull)
	out, _, err := program.Run(cmd)
	program.Check(err)
	return string(out)
}

func (s *series) git(dir string, args ...string) {
	s.command(dir, "git", append([]string{"-c", "user.name=injected", "-c", "user.email=injected@example.com", "-c", "init.defaultBranch=main"}, args...)...)
}

// version identifies the program under test.
func (s *series) version() string {
	first, _, _ := strings.Cut(s.command(s.dir, s.program, "version"), "\n")
	return first
}

// ecsbench runs the program and returns what it prints. Only wrong usage ends the series.
func (s *series) ecsbench(dir string, args ...string) string {
	cmd := exec.CommandContext(s.ctx, s.program, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull)
	out, _, err := program.Run(cmd)
	if code := cmd.ProcessState.ExitCode(); code < 0 || code == 2 {
		program.Check(err)
	}
	return string(out)
}
