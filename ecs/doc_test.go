package ecs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Each line of the index in the package comment links to a symbol with a runnable
// example.
func TestTasksHaveExamples(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	check(t, err)
	files, err := filepath.Glob("example*_test.go")
	check(t, err)
	var examples []byte
	for _, file := range files {
		text, err := os.ReadFile(file)
		check(t, err)
		examples = append(examples, text...)
	}
	_, index, _ := strings.Cut(string(doc), "# Index by task")
	index, _, _ = strings.Cut(index, "\n// # ")
	tasks := 0
	for line := range strings.Lines(index) {
		links := regexp.MustCompile(`\[(\w+)(?:\.(\w+))?\]`).FindAllStringSubmatch(line, -1)
		if links == nil {
			continue
		}
		tasks++
		found := false
		for _, l := range links {
			for _, name := range []string{l[1] + "_" + l[2], l[1]} {
				found = found || strings.Contains(string(examples), "func Example"+name+"()")
			}
		}
		if !found {
			t.Errorf("no example for the task %s", strings.TrimSpace(line))
		}
	}
	if tasks < 20 {
		t.Errorf("the index has %d tasks", tasks)
	}
}

// A program with the library builds only it and the standard library.
func TestNothingButTheStandardLibrary(t *testing.T) {
	built := tool(t, "go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", "github.com/ecsbench/ecsbench/ecs")
	if want := "github.com/ecsbench/ecsbench/ecs\n"; built != want {
		t.Errorf("a program with the library builds %q, want %q", built, want)
	}
	// The go.sum of an importer has two lines for each further module.
	modules := strings.Fields(tool(t, "go", "list", "-m", "-f", "{{.Path}}", "all"))
	if want := []string{"github.com/ecsbench/ecsbench/ecs", "pgregory.net/rapid"}; !slices.Equal(modules, want) {
		t.Errorf("the module needs %q, want %q", modules, want)
	}
}

func tool(t *testing.T, args ...string) string {
	said, err := exec.Command(args[0], args[1:]...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, said)
	}
	return string(said)
}
