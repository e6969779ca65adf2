// Additions shows what it takes to add something to ecsbench: it adds a kernel,
// a component type, a scenario, a backend, a unit and an axis, each in a copy of
// the module, stamps, builds and runs what came of it, and prints how many files
// written by hand had to be touched. It fails if one of them does not work or
// takes more than it should.
//
//	go run ./scripts/additions
package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// An addition is something new, as edits of files.
type addition struct {
	name  string
	most  int    // files that it may take
	limit string // the same in words
	files []edit
	// runs are commands of ecsbench, and what each must print or write.
	runs []run
}

// An edit changes a file: text is put in front of a line that begins with
// before, or the file is new.
type edit struct{ path, before, text string }

type run struct {
	args string
	want string // in the output, or in out.txt
}

func main() {
	if err := all(); err != nil {
		fmt.Fprintln(os.Stderr, "additions:", err)
		os.Exit(1)
	}
}

func all() error {
	table := tablewriter.NewTable(os.Stdout, tablewriter.WithRenderer(renderer.NewMarkdown()), tablewriter.WithHeaderAutoFormat(tw.Off))
	table.Header("to add a", "files touched", "lines", "may take", "works")
	var failed []string
	for _, a := range additions {
		touched, lines, err := a.make()
		if err == nil && touched > a.most {
			err = fmt.Errorf("takes %d files, may take %s", touched, a.limit)
		}
		works := "yes"
		if err != nil {
			works = "no"
			failed = append(failed, fmt.Sprintf("%s: %v", a.name, err))
		}
		if err := table.Append(a.name, fmt.Sprint(touched), fmt.Sprint(lines), a.limit, works); err != nil {
			return err
		}
	}
	if err := table.Render(); err != nil {
		return err
	}
	if len(failed) > 0 {
		return fmt.Errorf("%s", strings.Join(failed, "\n"))
	}
	return nil
}

// make makes the addition in a copy and runs what there is to run.
func (a addition) make() (touched, lines int, err error) {
	dir, err := os.MkdirTemp("", "ecsbench-addition-")
	if err != nil {
		return 0, 0, err
	}
	defer os.RemoveAll(dir)
	if err := copyModule(dir); err != nil {
		return 0, 0, err
	}
	edited := make(map[string]bool)
	for _, e := range a.files {
		if err := e.apply(dir); err != nil {
			return 0, 0, err
		}
		edited[e.path] = true
		lines += strings.Count(e.text, "\n")
	}
	program := filepath.Join(dir, "ecsbench")
	for _, command := range [][]string{
		{"go", "generate", "./kernel", "./impls/..."},
		{"go", "vet", "./kernel/...", "./impls/...", "./scenarios", "./results"},
		{"go", "build", "-trimpath", "-o", program, "./cmd/ecsbench"},
	} {
		if said, err := execute(dir, command...); err != nil {
			return len(edited), lines, fmt.Errorf("%s: %w\n%s", strings.Join(command, " "), err, said)
		}
	}
	for _, r := range a.runs {
		said, err := execute(dir, append([]string{program}, strings.Fields(r.args)...)...)
		if err != nil {
			return len(edited), lines, fmt.Errorf("ecsbench %s: %w\n%s", r.args, err, said)
		}
		file, err := os.ReadFile(filepath.Join(dir, "out.txt"))
		if err != nil && !os.IsNotExist(err) {
			return len(edited), lines, err
		}
		if !bytes.Contains(append(said, file...), []byte(r.want)) {
			return len(edited), lines, fmt.Errorf("ecsbench %s: no %q in\n%s", r.args, r.want, said)
		}
	}
	return len(edited), lines, nil
}

// copyModule copies the files that git knows or would take.
func copyModule(to string) error {
	list, err := execute(".", "git", "ls-files", "--cached", "--others", "--exclude-standard")
	if err != nil {
		return fmt.Errorf("list the files of the module: %w", err)
	}
	for path := range strings.Lines(string(list)) {
		path = strings.TrimSpace(path)
		text, err := os.ReadFile(path)
		if os.IsNotExist(err) { // deleted and not committed
			continue
		}
		if err == nil {
			err = os.MkdirAll(filepath.Dir(filepath.Join(to, path)), 0o755)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(to, path), text, 0o644)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (e edit) apply(dir string) error {
	path := filepath.Join(dir, e.path)
	if e.before == "" {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		return os.WriteFile(path, []byte(e.text), 0o644)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	before, after, found := strings.Cut(string(text), "\n"+e.before)
	if !found {
		return fmt.Errorf("%s: no line begins with %q", e.path, e.before)
	}
	return os.WriteFile(path, []byte(before+"\n"+e.text+e.before+after), 0o644)
}

func execute(dir string, command ...string) ([]byte, error) {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir = dir
	return cmd.CombinedOutput()
}
