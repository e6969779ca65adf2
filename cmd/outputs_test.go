package cmd

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/suite/world/format"
	"github.com/ecsbench/ecsbench/profiles"
	"github.com/ecsbench/ecsbench/scenarios"
)

// A comment above generated parts of the documentation gives their source:
//
//	<!-- prints: ecsbench list profiles -->   the block is the output of the command
//	<!-- measured: scripts/causes -->         the program that measured it; figures vary
//	<!-- read: where -->                      figures of others
var origin = regexp.MustCompile(`^<!-- (prints|measured|read): (.*) -->$`)

// A shown thing is a block or table of a page.
type shown struct {
	line     int
	how      string // prints, measured, read; "" without a comment
	by, text string
}

// shownIn returns the blocks and tables of a page that need a source: output of programs and
// tables with numbers, except those that another test checks.
func shownIn(page string) (list []shown) {
	lines := strings.Split(page, "\n")
	for i := 0; i < len(lines); i++ {
		s := shown{line: i + 1}
		if i > 0 {
			if m := origin.FindStringSubmatch(lines[i-1]); m != nil {
				s.how, s.by = m[1], m[2]
			}
		}
		from := i
		switch {
		case strings.HasPrefix(lines[i], "```"):
			for i++; i < len(lines) && lines[i] != "```"; i++ {
			}
			s.text = strings.Join(lines[from+1:i], "\n") + "\n"
			output := lines[from] == "```text" || lines[from] == "```console" && slices.ContainsFunc(lines[from+1:i], func(l string) bool {
				return !strings.HasPrefix(l, "$ ") && !strings.HasSuffix(lines[i-2], "\\")
			})
			if !output && s.how == "" {
				continue
			}
		case strings.HasPrefix(lines[i], "|"):
			for i+1 < len(lines) && strings.HasPrefix(lines[i+1], "|") {
				i++
			}
			s.text = strings.Join(lines[from:i+1], "\n")
			if s.how == "" && (!numeral.MatchString(span.ReplaceAllString(s.text, "")) || slices.ContainsFunc(tableHeaders, func(header string) bool { return strings.HasPrefix(s.text, header) })) {
				continue
			}
		default:
			continue
		}
		list = append(list, s)
	}
	return list
}

var (
	numeral = regexp.MustCompile(`[0-9]`)
	// tableHeaders are headers of the tables that [TestManualTables] compares.
	tableHeaders = []string{"| scenario |", "| impl | storage |", "| impl | library |"}
)

// madeWhole are pages that a script writes completely.
var madeWhole = map[string]string{"docs/designs.md": "scripts/designs.sh", "docs/which-ecs.md": "scripts/which-ecs.sh"}

// TestManualOutputs compares output in the documentation with that of the program, and requires
// a source for other figures.
func TestManualOutputs(t *testing.T) {
	count := make(map[string]int)
	for page, text := range manual(t) {
		if script, ok := madeWhole[page]; ok {
			if !strings.Contains(text, "\n    "+script) {
				t.Errorf("%s does not name %s, which writes it", page, script)
			}
			continue
		}
		for _, s := range shownIn(text) {
			count[s.how]++
			switch s.how {
			case "":
				t.Errorf("%s:%d: state the source (prints, measured or read) in the line above", page, s.line)
			case "prints":
				if got := printed(t, s.by); got != s.text {
					t.Errorf("%s:%d: `%s` prints\n%s\nand the manual shows\n%s", page, s.line, s.by, got, s.text)
				}
			case "measured":
				if err := runnable(s.by); err != nil {
					t.Errorf("%s:%d: %s: %v", page, s.line, s.by, err)
				}
			}
		}
	}
	if count["prints"] < 4 || count["measured"] < 10 {
		t.Errorf("found %v", count)
	}
}

// printed returns the output of a command: results or the error.
func printed(t *testing.T, line string) string {
	t.Helper()
	args, ok := argumentsOf(line)
	if !ok {
		t.Fatalf("`%s` is no command of ecsbench", line)
	}
	root := newRootCommand()
	root.SetArgs(doubleDashes(root, args))
	var out, warnings bytes.Buffer
	root.SetOut(&out)
	root.SetErr(&warnings)
	if err := root.Execute(); err != nil && err.Error() != "" {
		complain(&out, "ecsbench: ", err)
	}
	return out.String()
}

// runnable returns why a reader could not run a command.
func runnable(line string) error {
	if args, ok := argumentsOf(line); ok {
		return understood(args)
	}
	line = strings.TrimPrefix(strings.TrimPrefix(line, "go run "), "go test ")
	line = strings.TrimPrefix(strings.Replace(line, "-C scripts ./", "scripts/", 1), "-C ")
	program, _, _ := strings.Cut(line, " ")
	if _, commit, old := strings.Cut(line, " at commit "); old {
		if exec.Command("git", "cat-file", "-e", commit+"^{commit}").Run() != nil {
			return nil // a copy without history
		}
		return exec.Command("git", "cat-file", "-e", commit+":"+program).Run()
	}
	_, err := os.Stat(filepath.Join("..", program))
	return err
}

// TestManualFilesAndCode requires that shown profiles and worlds are valid, and that Go code parses and
// uses existing names.
func TestManualFilesAndCode(t *testing.T) {
	packages := map[string]string{"ecs": "ecs", "conformance": "conformance", "scenarios": "scenarios"}
	known, count := make(map[string]map[string]bool), make(map[string]int)
	for name, folder := range packages {
		known[name] = exported(t, filepath.Join("..", folder))
	}
	for page, text := range manual(t) {
		for _, b := range block.FindAllStringSubmatch(text, -1) {
			kind := b[1]
			if kind == "yaml" && strings.Contains(b[2], "component-types:") {
				kind = "profile"
			} else if kind == "yaml" && strings.Contains(b[2], "\nkinds:") {
				kind = "world"
			}
			switch count[kind]++; kind {
			case "profile":
				path := filepath.Join(t.TempDir(), "profile.yaml")
				fixture.Check(t, os.WriteFile(path, []byte(b[2]), 0o666))
				if p, err := profiles.Load(path); err != nil {
					t.Errorf("%s: %v", page, err)
				} else if err := scenarios.CheckAxes(p); err != nil {
					t.Errorf("%s: %v", page, err)
				}
			case "world":
				if _, err := format.Parse(page, []byte(b[2])); err != nil {
					t.Error(err)
				}
			case "go":
				f, err := parser.ParseFile(token.NewFileSet(), page, "package p\n"+strings.Replace(b[2], "package main\n", "", 1), 0)
				if err != nil { // statements only
					f, err = parser.ParseFile(token.NewFileSet(), page, "package p\nfunc _() {\n"+b[2]+"\n}", 0)
				}
				if err != nil {
					t.Errorf("%s: %v in\n%s", page, err, b[2])
					continue
				}
				ast.Inspect(f, func(n ast.Node) bool {
					if s, ok := n.(*ast.SelectorExpr); ok {
						if of, ok := s.X.(*ast.Ident); ok && known[of.Name] != nil && !known[of.Name][s.Sel.Name] {
							t.Errorf("%s: package %s has no %s", page, of.Name, s.Sel.Name)
						}
					}
					return true
				})
			}
		}
	}
	if count["profile"] == 0 || count["world"] == 0 || count["go"] < 2 {
		t.Errorf("found %v", count)
	}
}

// exported lists the exported names of a package, without methods.
func exported(t *testing.T, folder string) map[string]bool {
	t.Helper()
	names := make(map[string]bool)
	paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no Go in %s: %v", folder, err)
	}
	for _, path := range paths {
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		fixture.Check(t, err)
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil {
					names[d.Name.Name] = true
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					switch spec := spec.(type) {
					case *ast.TypeSpec:
						names[spec.Name.Name] = true
					case *ast.ValueSpec:
						for _, name := range spec.Names {
							names[name.Name] = true
						}
					}
				}
			}
		}
	}
	return names
}
