// Additions measures the effort of an extension of ecsbench. It adds a kernel, a component
// type, a scenario, an implementation, a library, a question, a unit and an axis, each in a copy of
// the module. It generates code, builds, runs, tests, and prints the number of hand-written files
// changed.
// It fails if an addition does not work or changes too many files. Names select additions.
//
//	go run -C scripts ./additions [NAME...]
package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/scripts/program"
)

// An addition is something new, as edits of files.
type addition struct {
	name  string
	most  int    // files that it may take
	limit string // the same in words
	files []edit
	// runs are commands of ecsbench, and what each must print or write.
	runs  []run
	of    []string // patterns of the packages to generate and vet, instead of the usual ones
	tests string   // arguments of go test, "" for none
}

// An edit changes a file: text is put in front of a line that begins with
// before, or the file is new.
type edit struct{ path, before, text string }

type run struct {
	args string
	want string // in the output, or in out.txt
}

func main() { program.Main("additions", all) }

func all(dir string) (good bool) {
	table := display.NewTable("to add a", "files touched", "lines", "may take", "works")
	var failed []string
	for _, a := range append(additions, library()) {
		if chosen := os.Args[1:]; len(chosen) > 0 && !slices.Contains(chosen, a.name) {
			continue
		}
		edited, lines := make(map[string]bool), 0
		for _, e := range a.files {
			edited[e.path] = true
			lines += strings.Count(e.text, "\n")
		}
		err := program.Try(func() { a.make(filepath.Join(dir, a.name)) })
		if err == nil && len(edited) > a.most {
			err = fmt.Errorf("takes %d files, may take %s", len(edited), a.limit)
		}
		works := "yes"
		if err != nil {
			works = "no"
			failed = append(failed, fmt.Sprintf("%s: %v", a.name, err))
		}
		table.Row(a.name, fmt.Sprint(len(edited)), fmt.Sprint(lines), a.limit, works)
	}
	out := display.NewMarkdownWriter(os.Stdout)
	program.Check(out.Table(table))
	program.Check(out.Flush())
	for _, text := range failed {
		fmt.Fprintln(os.Stderr, "additions:", text)
	}
	return len(failed) == 0
}

// make makes the addition in a copy and runs it.
func (a addition) make(dir string) {
	defer os.RemoveAll(dir)
	copyModule(dir)
	for _, e := range a.files {
		e.apply(dir)
	}
	ecsbench := filepath.Join(dir, "ecsbench")
	if a.of == nil {
		a.of = []string{"./kernel/...", "./impls/...", "./scenarios", "./results"}
	}
	for _, command := range [][]string{
		append([]string{"go", "generate"}, a.of...),
		append([]string{"go", "vet"}, a.of...),
		{"go", "build", "-trimpath", "-o", ecsbench, "./cmd/ecsbench"},
	} {
		execute(dir, command...)
	}
	for _, r := range a.runs {
		said := execute(dir, append([]string{ecsbench}, strings.Fields(r.args)...)...)
		file, err := os.ReadFile(filepath.Join(dir, "out.txt"))
		if !os.IsNotExist(err) {
			program.Check(err)
		}
		if !bytes.Contains(append(said, file...), []byte(r.want)) {
			program.Check(fmt.Errorf("ecsbench %s: no %q in\n%s", r.args, r.want, said))
		}
	}
	if a.tests != "" {
		execute(dir, append([]string{"go", "test"}, strings.Fields(a.tests)...)...)
	}
}

// copyModule copies all files except ignored ones.
func copyModule(to string) {
	list := execute(".", "git", "ls-files", "--cached", "--others", "--exclude-standard")
	for path := range strings.Lines(string(list)) {
		path = strings.TrimSpace(path)
		text, err := os.ReadFile(path)
		if os.IsNotExist(err) { // deleted and not committed
			continue
		}
		program.Check(err)
		write(filepath.Join(to, path), text)
		program.Check(os.Chmod(filepath.Join(to, path), program.Must(os.Stat(path)).Mode().Perm())) // scripts are executed
	}
}

// write writes a file, in a folder that may be new.
func write(path string, text []byte) {
	program.Check(os.MkdirAll(filepath.Dir(path), 0o755))
	program.Check(os.WriteFile(path, text, 0o644))
}

func (e edit) apply(dir string) {
	path := filepath.Join(dir, e.path)
	if e.before == "" {
		write(path, []byte(e.text))
		return
	}
	before, after, found := strings.Cut(string(program.Must(os.ReadFile(path))), "\n"+e.before)
	if !found {
		program.Check(fmt.Errorf("%s: no line begins with %q", e.path, e.before))
	}
	write(path, []byte(before+"\n"+e.text+e.before+after))
}

// execute runs a command and returns its output.
func execute(dir string, command ...string) []byte {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir = dir
	said, err := cmd.CombinedOutput()
	if err != nil {
		program.Check(fmt.Errorf("%s: %w\n%s", strings.Join(command, " "), err, said))
	}
	return said
}
