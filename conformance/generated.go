package conformance

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/kernel"
)

// Generated checks the generated loops of the packages in the given folders: generated files are current, and the compiler
// reports every kernel as inlined. A call per entity would cost a nanosecond, more than the
// work.
func Generated(t *testing.T, folders ...string) {
	if len(folders) == 0 {
		t.Fatal("no folders to check")
	}
	t.Run("current", func(t *testing.T) {
		for _, folder := range folders {
			current(t, folder)
		}
	})
	t.Run("inlined", func(t *testing.T) { inlined(t, folders) })
}

func output(t *testing.T, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(args[0], args[1:]...)
	output, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, output)
	}
	return output
}

var directive = regexp.MustCompile(`(?m)^//go:generate go run (\S*\bgenerate)\b(.*)$`)

// current generates the files of a folder again and compares them.
func current(t *testing.T, folder string) {
	t.Helper()
	sources, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range sources {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if m := directive.FindSubmatch(text); m != nil {
			cmd := exec.Command("go", append([]string{"run", string(m[1]), "-check"}, strings.Fields(string(m[2]))...)...)
			cmd.Dir = folder
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%s: %v\n%s", folder, err, out)
			}
			return
		}
	}
	t.Fatalf("%s: nothing is generated there: no file has a line //go:generate go run .../kernel/generate", folder)
}

const kernelPath = "github.com/ecsbench/ecsbench/kernel"

var (
	kernelNames     = namesOf(kernel.All())
	inlineReport    = regexp.MustCompile(`(?m)^(\S+_gen\.go):(\d+):\d+: inlining call to kernel\.(\w+)$`)
	kernelCalled    = regexp.MustCompile(`\bkernel\.(` + kernelNames + `)\(`)
	kernelUndefined = regexp.MustCompile(`(?m) U ` + regexp.QuoteMeta(kernelPath) + `\.(?:` + kernelNames + `)$`)
)

// namesOf returns an expression for the names of kernels.
func namesOf(list []kernel.Kernel) string {
	names := lists.Map(list, func(k kernel.Kernel) string { return k.Name })
	return strings.Join(names, "|")
}

// inlined checks compiled packages for references to kernels. Only if there are any, it needs
// the slow compiler report, because they may be outside of loops.
func inlined(t *testing.T, folders []string) {
	var all []kernelCall
	var packages []string // with loops, as import paths
	for _, folder := range folders {
		if calls := callsIn(t, folder); len(calls) > 0 {
			all = append(all, calls...)
			packages = append(packages, "./"+filepath.ToSlash(folder))
		}
	}
	if len(all) < len(kernel.All()) {
		t.Errorf("only %d calls of kernels in generated files, but there are %d kernels", len(all), len(kernel.All()))
	}
	if len(packages) == 0 || !refer(t, packages) {
		return
	}
	// go build discards the results of several packages.
	args := append([]string{"go", "build", "-gcflags=-m -dwarf=false", "-o", os.DevNull}, packages...)
	inlined := make(map[kernelCall]bool)
	for _, m := range inlineReport.FindAllStringSubmatch(string(output(t, args...)), -1) {
		inlined[kernelCall{absolute(t, m[1]), m[2], m[3]}] = true
	}
	for _, c := range all {
		if !inlined[c] {
			t.Errorf("%s:%s: kernel.%s is not inlined", c.path, c.line, c.kernel)
		}
	}
}

// refer reports whether compiled packages refer to kernels as functions, as calls without
// inlining do.
func refer(t *testing.T, packages []string) bool {
	t.Helper()
	listed := output(t, append([]string{"go", "list", "-export", "-f", "{{.Export}}"}, packages...)...)
	archives := strings.Split(strings.TrimSpace(string(listed)), "\n")
	if len(archives) != len(packages) {
		t.Fatalf("%d folders are %d packages: %s", len(packages), len(archives), archives)
	}
	symbols := output(t, append([]string{"go", "tool", "nm"}, archives...)...)
	for _, archive := range archives {
		file := ""
		if len(archives) > 1 { // each line begins with the archive
			file = regexp.QuoteMeta(archive) + `(\(\S+\))?:` // with the object, if there are several
		}
		if !regexp.MustCompile(file + `.*` + regexp.QuoteMeta(kernelPath+".")).Match(symbols) {
			t.Fatalf("the symbols of %s do not mention %s", archive, kernelPath)
		}
	}
	return kernelUndefined.Match(symbols)
}

// A call is a call of a kernel in a generated file.
type kernelCall struct{ path, line, kernel string }

// callsIn lists the calls in the generated files of a folder.
func callsIn(t *testing.T, folder string) (calls []kernelCall) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*_gen.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for at, line := range strings.Split(string(text), "\n") {
			for _, m := range kernelCalled.FindAllStringSubmatch(line, -1) {
				calls = append(calls, kernelCall{absolute(t, path), fmt.Sprint(at + 1), m[1]})
			}
		}
	}
	return calls
}

func absolute(t *testing.T, path string) string {
	t.Helper()
	path, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return path
}
