package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/scripts/program"
)

// module writes functions that call each other, each of which does its part of
// the work 100 times; the third does it so many times. The tail is Go code.
func module(dir string, times int, tail string) {
	var b strings.Builder
	b.WriteString("package steps\n\n")
	for _, f := range []string{"first", "second", "third", "fourth", "fifth"} {
		n := 100
		if f == "third" {
			n = times
		}
		fmt.Fprintf(&b, "//go:noinline\nfunc %s(x int) int {\n\tfor range %d {\n\t\tx = step(x)\n\t}\n\treturn x\n}\n\n", f, n)
	}
	b.WriteString("//go:noinline\nfunc step(x int) int {\n\tfor range 10 {\n\t\tx ^= x << 3\n\t}\n\treturn x\n}\n" + tail)
	for name, text := range map[string]string{
		"go.mod":       "module example.com/steps\n\ngo 1.24\n",
		"work.go":      b.String(),
		"work_test.go": "package steps\n\nimport \"testing\"\n\nvar sink = 1\n\nfunc BenchmarkWork(b *testing.B) {\n\tfor range b.N {\n\t\tsink = fifth(fourth(third(second(first(sink)))))\n\t}\n}\n",
	} {
		program.Check(os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
}

// repository makes one of the module, with one commit.
func (e *experiments) repository() string {
	dir := filepath.Join(e.dir, "module")
	program.Check(os.RemoveAll(dir))
	program.Check(os.Mkdir(dir, 0o777))
	e.git(dir, "init", "--quiet")
	module(dir, 100, "")
	e.commit(dir, "start")
	return dir
}

// ab compares the working tree with the last commit.
func (e *experiments) ab(dir string, args ...string) (out string, code int) {
	return e.ecsbench(dir, append([]string{"ab", "HEAD", ".", "--bench", ".", "--quiet"}, args...)...)
}

// work adds 1% of work, and then nothing but data that can be reached, so that
// equality cannot be proved.
func work(e *experiments, number int) (t trial) {
	dir := e.repository()
	tail := fmt.Sprintf("\nvar unused = %d\n\nfunc init() { unused++ }\n", number)
	module(dir, 105, tail)
	start := time.Now()
	more, found := e.ab(dir, "--metric", e.metric)
	t.Seconds = time.Since(start).Seconds()
	module(dir, 100, tail)
	same, none := e.ab(dir, "--metric", e.metric)
	t.What, t.Where, t.Output = "1% of work, then none", "a function of five", headline(more)+", then "+headline(same)
	t.Right = found == 1 && none == 0
	return t
}

func headline(out string) string {
	line, _, _ := strings.Cut(out, "\n")
	return line
}

// comment changes nothing but a comment, by which all lines move, in a module that
// was never built before.
func comment(e *experiments, number int) (t trial) {
	dir := e.repository()
	file := filepath.Join(dir, "work.go")
	text := program.Must(os.ReadFile(file))
	program.Check(os.WriteFile(file, fmt.Appendf(nil, "// A comment of two lines,\n// number %d.\n\n%s", number, text), 0o666))
	start := time.Now()
	out, code := e.ab(dir)
	t.Seconds = time.Since(start).Seconds()
	t.What, t.Where, t.Output = "a comment", "a file", headline(out)
	t.Right = code == 0 && t.Seconds < 30
	return t
}
