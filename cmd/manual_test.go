package cmd

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/mod/module"

	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/suite/world/drive"
	"github.com/ecsbench/ecsbench/internal/suite/world/play"
	"github.com/ecsbench/ecsbench/internal/sys/host"
	"github.com/ecsbench/ecsbench/profiles"
	"github.com/ecsbench/ecsbench/scenarios"
)

// manual returns the documentation by path from the top of the module, and the examples of the
// commands.
func manual(t *testing.T) map[string]string {
	t.Helper()
	pages := make(map[string]string)
	for _, pattern := range []string{"*.md", "docs/*.md"} {
		paths, err := filepath.Glob(filepath.Join("..", pattern))
		if err != nil || len(paths) == 0 {
			t.Fatalf("no %s: %v", pattern, err)
		}
		for _, path := range paths {
			text := fixture.Read(t, path)
			pages[strings.TrimPrefix(filepath.ToSlash(path), "../")] = string(text)
		}
	}
	for _, verb := range commands() {
		pages["ecsbench help "+strings.TrimPrefix(verb.CommandPath(), "ecsbench ")] = "```sh\n" + verb.Example + "\n```\n"
	}
	return pages
}

// commands lists the verbs and their sub-verbs.
func commands() (list []*cobra.Command) {
	for _, verb := range newRootCommand().Commands() {
		list = append(append(list, verb), verb.Commands()...)
	}
	return list
}

var (
	block    = regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```")
	indented = regexp.MustCompile(`(?m)^    (\S.*)$`)
	span     = regexp.MustCompile("`([^`]+)`")
	links    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
)

// commandsIn returns the shell commands of a page: lines of code blocks (only those after a
// prompt if there is one), indented lines, and code within text.
func commandsIn(page string) (commands []string) {
	for _, b := range block.FindAllStringSubmatch(page, -1) {
		if b[1] != "sh" && b[1] != "console" {
			continue
		}
		for line := range strings.Lines(strings.ReplaceAll(b[2], "\\\n", " ")) {
			line, typed := strings.CutPrefix(line, "$ ")
			if typed || b[1] == "sh" {
				commands = append(commands, line)
			}
		}
	}
	page = block.ReplaceAllString(page, "")
	for _, line := range indented.FindAllStringSubmatch(page, -1) {
		commands = append(commands, line[1])
	}
	for _, s := range span.FindAllStringSubmatch(page, -1) {
		commands = append(commands, strings.ReplaceAll(s[1], "\n", " "))
	}
	return commands
}

// programs are the ways to call ecsbench.
var programs = []string{"ecsbench ", "go run ./cmd/ecsbench ", "go run . "}

// argumentsOf returns the arguments of ecsbench in a command line.
func argumentsOf(line string) (args []string, ok bool) {
	line = strings.TrimSpace(line)
	for _, program := range programs {
		rest, is := strings.CutPrefix(line, program)
		if !is {
			continue
		}
		for field := range strings.FieldsSeq(rest) {
			if field[0] == '#' || field[0] == '>' || field == "|" || field == "&&" {
				break
			}
			args = append(args, strings.Trim(field, `'"`))
		}
		return args, true
	}
	return nil, false
}

// TestManualCommands parses every command of the documentation. [TestReadmeCommands] also runs
// commands.
func TestManualCommands(t *testing.T) {
	checked := 0
	for page, text := range manual(t) {
		for _, line := range commandsIn(text) {
			args, ok := argumentsOf(line)
			if !ok || strings.Contains(line, "...") && !strings.Contains(line, "./...") { // a synopsis
				continue
			}
			checked++
			if err := understood(args); err != nil {
				t.Errorf("%s: `%s`: %v", page, strings.TrimSpace(line), err)
			}
		}
	}
	if checked < 40 {
		t.Errorf("only %d commands found", checked)
	}
}

// understood returns the error with which ecsbench rejects a command line; missing files are
// accepted.
func understood(args []string) error {
	root := newRootCommand()
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	verb, rest, err := root.Find(doubleDashes(root, args))
	if err != nil {
		return err
	}
	if verb == root && len(args) > 0 {
		return fmt.Errorf("no verb %s", args[0])
	}
	if err := verb.ParseFlags(rest); err == pflag.ErrHelp {
		return nil
	} else if err != nil {
		return err
	}
	positional := verb.Flags().Args()
	if len(positional) > 0 { // text may omit the files
		if err := verb.ValidateArgs(positional); err != nil {
			return err
		}
	}
	for flag, check := range map[string]func(string) error{
		"impl":     knownImpls,
		"scenario": func(list string) error { _, err := scenarios.FindList(list); return err },
		"profile":  func(name string) error { return knownProfile(verb, name) },
	} {
		if f := verb.Flags().Lookup(flag); f != nil && f.Changed {
			if err := check(f.Value.String()); err != nil {
				return err
			}
		}
	}
	for _, flag := range []string{"format", "metric", "inconclusive", "to"} {
		complete, ok := verb.GetFlagCompletionFunc(flag)
		if f := verb.Flags().Lookup(flag); ok && f != nil && f.Changed {
			values, _ := complete(verb, nil, "")
			for value := range strings.SplitSeq(f.Value.String(), ",") {
				if len(values) > 0 && !slices.Contains(values, value) {
					return fmt.Errorf("--%s %s: want one of %v", flag, f.Value, values)
				}
			}
		}
	}
	return nil
}

// knownImpls is registry.FindList that also accepts libraries and implementations of the
// reader.
func knownImpls(list string) error {
	var own []string
	for name := range strings.SplitSeq(list, ",") {
		base, _, _ := strings.Cut(name, ":")
		base, _, _ = strings.Cut(base, "=") // a program
		if base == "mine" || slices.Contains(play.Names(), base) {
			continue
		}
		own = append(own, name)
	}
	if len(own) == 0 {
		return nil
	}
	_, err := registry.FindList(strings.Join(own, ","))
	return err
}

func knownProfile(verb *cobra.Command, name string) error {
	if strings.Contains(name, ".y") || verb.Name() == "report" { // a file or folder of the reader
		return nil
	}
	_, err := profiles.Load(name)
	return err
}

// TestManualNamesWhatIsThere requires that mentioned flags, files and headings exist.
func TestManualNamesWhatIsThere(t *testing.T) {
	flags := map[string]bool{"--help": true}
	for _, verb := range commands() {
		for line := range strings.Lines(verb.LocalFlags().FlagUsages()) {
			for _, name := range flagName.FindAllString(line, 1) {
				flags[name] = true
			}
		}
	}
	headings := make(map[string]map[string]bool)
	pages := manual(t)
	for page, text := range pages {
		headings[page] = make(map[string]bool)
		for line := range strings.Lines(text) {
			if title := strings.TrimLeft(line, "#"); title != line {
				headings[page][anchor(title)] = true
			}
		}
	}
	for page, text := range pages {
		text = block.ReplaceAllString(text, "")
		for _, s := range span.FindAllStringSubmatch(text, -1) {
			for _, name := range flagName.FindAllString(s[1], -1) {
				program, _, _ := strings.Cut(s[1], " ")
				if !flags[name] && !slices.Contains([]string{"go", "git", "gotestsum"}, program) {
					t.Errorf("%s: no command has the flag %s of `%s`", page, name, s[1])
				}
			}
			for _, path := range pathName.FindAllStringSubmatch(s[1], -1) {
				if _, err := os.Stat(filepath.Join("..", path[1])); err != nil {
					t.Errorf("%s: `%s`: %v", page, s[1], err)
				}
			}
		}
		for _, l := range links.FindAllStringSubmatch(span.ReplaceAllString(text, ""), -1) {
			path, heading, _ := strings.Cut(l[1], "#")
			if strings.Contains(path, "://") {
				continue
			}
			target := page
			if path != "" {
				target = filepath.ToSlash(filepath.Join(filepath.Dir(page), path))
			}
			if _, err := os.Stat(filepath.Join("..", target)); err != nil {
				t.Errorf("%s: the link %s: %v", page, l[1], err)
			}
			if heading != "" && !headings[target][heading] {
				t.Errorf("%s: no heading %s in %s", page, heading, target)
			}
		}
	}
}

var (
	flagName = regexp.MustCompile(`--[a-z][a-z-]+`)
	pathName = regexp.MustCompile(`(?:^|[ (])(?:\./)?((?:scripts|examples|docs|impls|internal|report|kernel|scenarios|worlds|\.github)/[\w./-]*\w)`)
)

// anchor returns the link name of a heading.
func anchor(title string) string {
	title = strings.ToLower(strings.TrimSpace(title))
	title = regexp.MustCompile(`[^\w\- ]`).ReplaceAllString(title, "")
	return strings.ReplaceAll(title, " ", "-")
}

// TestManualTables requires that tables list exactly what exists.
func TestManualTables(t *testing.T) {
	pages := manual(t)
	usual, onDemand, implementations := []string{}, []string{}, []string{}
	for _, s := range scenarios.All() {
		if s.OnDemand {
			onDemand = append(onDemand, s.Name)
		} else {
			usual = append(usual, s.Name)
		}
	}
	for _, i := range registry.All() {
		implementations = append(implementations, i.Name)
	}
	for _, test := range []struct {
		what, page string
		header     []string // of the tables; together they list all
		want       []string
	}{
		{"scenarios", "docs/scenarios.md", []string{"| scenario | an operation is | axes beside entities |", "| scenario | the question |"}, slices.Concat(usual, onDemand)},
		{"implementations", "docs/implementations.md", []string{"| impl | storage |"}, implementations},
		{"libraries", "docs/implementations.md", []string{"| impl | library |"}, play.Names()},
	} {
		got := make(map[string]bool)
		for _, h := range test.header {
			names := firstColumn(pages[test.page], h)
			if len(names) == 0 {
				t.Errorf("%s has no table %s", test.page, h)
			}
			for _, name := range names {
				if got[name] && test.what != "scenarios" { // some have several rows
					t.Errorf("%s lists %s twice", test.page, name)
				}
				got[name] = true
			}
		}
		slices.Sort(test.want)
		want := slices.Compact(test.want)
		if listed := slices.Sorted(maps.Keys(got)); !slices.Equal(listed, want) {
			t.Errorf("%s lists the %s\n%v, and there are\n%v", test.page, test.what, listed, want)
		}
	}
	for _, name := range firstColumn(pages["docs/scenarios.md"], "| scenario | an operation is | axes beside entities |")[:len(usual)] {
		if !slices.Contains(usual, name) {
			t.Errorf("%s is in the first table of scenarios but measured on demand", name)
		}
	}
	for _, code := range []ExitCode{ExitOK, ExitRegression, ExitUsage, ExitInconclusive, ExitCaseFailed, ExitInterrupted} {
		if _, list, _ := strings.Cut(pages["README.md"], "Exit codes: "); !regexp.MustCompile(fmt.Sprintf(`(?s)^[^.]*\b%d [a-z]`, code)).MatchString(list) {
			t.Errorf("the README lacks the exit code %d", code)
		}
	}
}

// firstColumn returns the code in the first column of all tables with this header; `-x` after
// `a-b` is a-x.
func firstColumn(page, header string) (names []string) {
	for _, table := range strings.Split(page, "\n"+header)[1:] {
		table, _, _ = strings.Cut(table, "\n\n")
		for _, row := range strings.Split(table, "\n")[2:] {
			cells := strings.SplitN(row, "|", 3)
			if len(cells) < 3 {
				break
			}
			stem := ""
			for _, s := range span.FindAllStringSubmatch(cells[1], -1) {
				name := s[1]
				if strings.HasPrefix(name, "-") {
					name = stem + name
				} else if at := strings.IndexByte(name, '-'); at > 0 {
					stem = name[:at]
				}
				name, _, _ = strings.Cut(name, " ")
				names = append(names, name)
			}
		}
	}
	return names
}

// TestReadmeIsShort limits the README, as that of hyperfine (10,900 characters).
func TestReadmeIsShort(t *testing.T) {
	if n := utf8.RuneCountInString(manual(t)["README.md"]); n > 10_000 {
		t.Errorf("the README has %d characters: keep it below 10,000, and move the rest to docs", n)
	}
}

// TestReadmeHasTwoDoors requires that the first screen answers both kinds of readers: with a command,
// its output and one link each.
func TestReadmeHasTwoDoors(t *testing.T) {
	text := manual(t)["README.md"]
	for _, door := range []struct{ title, command string }{{"Choose an ECS", "ecsbench world run"}, {"Gate your pull requests", "ecsbench ab "}} {
		before, after, found := strings.Cut(text, "\n## "+door.title+"\n")
		after, _, _ = strings.Cut(after, "\n## ")
		linked := links.FindAllString(strings.ReplaceAll(after, "![", ""), -1)
		commands := strings.Count(after, "\n$ ")
		output := strings.Contains(after, "](docs/recordings/") || regexp.MustCompile("(?m)^\\$ .*\n[^`]").MatchString(after)
		if !found || strings.Count(before, "\n") > 25 || !strings.Contains(after, "$ "+door.command) || commands != 1 || !output || len(linked) > 2 {
			t.Errorf("%s: line %d, %d commands, output %v, links %v", door.title, strings.Count(before, "\n"), commands, output, linked)
		}
	}
}

// TestManualLibraries requires that the table of libraries has the access modes and limits of their
// programs.
func TestManualLibraries(t *testing.T) {
	page := manual(t)["docs/implementations.md"]
	for _, l := range play.Libraries {
		var modes []string
		if len(l.Lists) > 0 {
			words := map[drive.Op]string{drive.Spawn: "creation", drive.Destroy: "destruction", drive.Change: "change"}
			modes = append(modes, "batch ("+strings.Join(lists.Map(l.Lists, func(op drive.Op) string { return words[op] }), ", ")+")")
		}
		switch {
		case slices.Contains(l.Filters, drive.Change):
			modes = append(modes, "filter")
		case len(l.Filters) > 0:
			modes = append(modes, "filter (destruction)")
		}
		if l.Chunks {
			modes = append(modes, "chunk")
		}
		if l.Why("parallel") == "" {
			modes = append(modes, "parallel")
		}
		limit := "any"
		if l.Types > 0 {
			limit = display.Thousands(int64(l.Types))
		}
		repository, _, _ := module.SplitPathVersion(l.Module)
		if _, ours := l.Within(host.ModulePath); ours {
			repository = host.ModulePath
		}
		row := fmt.Sprintf("](https://%s) | %s | %s", repository, cmp.Or(strings.Join(modes, ", "), "-"), limit)
		if !strings.Contains(page, row) {
			t.Errorf("the table of libraries has no row of %s with %q", l.Name, row)
		}
	}
}

// TestReadmeTablesAreReadable requires that no number of a table has a wide interval, and that
// libraries are listed in the versions that are measured, with their import paths.
func TestReadmeTablesAreReadable(t *testing.T) {
	text := manual(t)["README.md"]
	for _, found := range regexp.MustCompile(`(?m)^\|.*±\s?([\d.]+)%`).FindAllStringSubmatch(text, -1) {
		if wide, err := strconv.ParseFloat(found[1], 64); err != nil || wide > 25 {
			t.Errorf("the README has a number %s: print a range, or leave it to the page", found[0])
		}
	}
	versions := lists.Map(play.Libraries, func(l play.Library) string { return l.Module + "@" + l.Version })
	rows := regexp.MustCompile("(?m)^\\| `go get (\\S+)` \\| .* `(\\S+)` \\|$").FindAllStringSubmatch(text, -1)
	for _, row := range rows {
		module, _, measured := strings.Cut(row[1], "@")
		if measured && !slices.Contains(versions, row[1]) {
			t.Errorf("%s is not the measured version", row[1])
		}
		if !strings.HasPrefix(row[2], module) {
			t.Errorf("%s is not a package of %s", row[2], module)
		}
		if name := "](https://" + module + ") |"; measured && !strings.Contains(text, name) {
			t.Errorf("%s is not in the table of times", module)
		}
	}
	if len(rows) != strings.Count(text, "](https://github.com/")+1 {
		t.Errorf("%d libraries have an import line", len(rows))
	}
}
