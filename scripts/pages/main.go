// Pages writes a page of questions and answers from result files: for each
// question a table, a plot, and who wins in words that follow from the numbers
// and their intervals.
//
//	go run -C scripts ./pages -o docs which-ecs run.txt
//
// It writes which-ecs.md into the folder, and pictures into which-ecs beside it.
// Of a page without files it prints the commands that make them.
package main

import (
	"bytes"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/plot"
	"github.com/ecsbench/ecsbench/internal/summary"
	"github.com/ecsbench/ecsbench/results"
)

func main() {
	folder := flag.String("o", "docs", "folder to write into")
	command := flag.String("command", "", "the command that made the files, for the page")
	flag.Parse()
	if err := write(*folder, *command, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "pages:", err)
		os.Exit(1)
	}
}

func write(folder, command string, args []string) error {
	if len(args) == 0 {
		return errors.New("want the name of a page and result files: go run -C scripts ./pages -o docs which-ecs run.txt")
	}
	at := slices.IndexFunc(subjects, func(s subject) bool { return s.name == args[0] })
	if at < 0 {
		return fmt.Errorf("page %q: want %s or %s", args[0], subjects[0].name, subjects[1].name)
	}
	if len(args) == 1 {
		for _, q := range subjects[at].questions {
			fmt.Println(q.command)
		}
		return nil
	}
	var files []*results.File
	for _, path := range args[1:] {
		f, err := results.Read(path)
		if err != nil {
			return err
		}
		files = append(files, f)
	}
	report := summary.Build(files)
	p := page{subject: subjects[at], report: report, folder: folder, figures: make(map[string]*plot.Figure)}
	for _, f := range plot.Figures(report) {
		if f.Values {
			p.figures[f.Name] = f
		}
	}
	p.printf("# %s\n\n%s\n\n%s\n\n", p.title, p.intro, notation)
	if command != "" {
		p.printf("    %s\n\n", command)
	}
	for _, s := range report.Sentences() {
		if s.Topic == "How measured" {
			p.printf("%s\n\n", s.Text)
		}
	}
	p.overview()
	for _, q := range p.questions {
		if err := p.answer(q); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(folder, p.name+".md"), p.Bytes(), 0o644)
}

const notation = "Numbers are medians over fresh processes; ± is the 95% interval where that is wider than 5%\n" +
	"(? with too few samples); **bold** is the best ECS of the row, ≈ cannot be told from it. `soa` is slices\n" +
	"written by hand, no ECS at all."

// A page is the text, written question by question.
type page struct {
	bytes.Buffer
	subject
	report  *summary.Report
	folder  string
	figures map[string]*plot.Figure
}

func (p *page) printf(format string, args ...any) { fmt.Fprintf(p, format, args...) }

// blocks returns what was measured for a question.
func (p *page) blocks(q question) (list []summary.Block) {
	for _, b := range p.report.Blocks() {
		if b.Scenario.Name == q.scenario {
			list = append(list, b)
		}
	}
	return list
}

// overview says in one line each who answers a question best.
func (p *page) overview() {
	p.printf("| question | best, or not to be told from it, in how many of the worlds measured |")
	if p.libraries {
		p.printf(" quickest library |")
	}
	p.printf("\n%s\n", strings.Repeat("|:--", map[bool]int{false: 2, true: 3}[p.libraries])+"|")
	for _, q := range p.questions {
		for _, b := range p.blocks(q) {
			wins, rows := winners(b)
			if rows == 0 {
				continue
			}
			p.printf("| [%s](#%s)%s | %s |", q.title, anchor(q.title), how(b), tally(wins, rows))
			if p.libraries {
				p.printf(" %s |", tally(libraries(b), rows))
			}
			p.printf("\n")
		}
	}
	p.printf("\n")
}

// how tells the blocks of a question apart.
func how(b summary.Block) string {
	said := b.Scenario.Mode.Words()
	if b.Options != "" {
		said = strings.TrimPrefix(said+", "+b.Options, ", ")
	}
	if said == "" {
		return ""
	}
	return ", " + said
}

// A win counts the rows in which a contender is the best, or equals it.
type win struct {
	label string
	rows  int
}

func winners(b summary.Block) (list []win, rows int) {
	count := make(map[string]int)
	for _, s := range b.Shapes {
		if s.Best == nil {
			continue
		}
		rows++
		for _, c := range s.Cases {
			// Where references alone are asked, they are the answer.
			if (c.Impl.Contends() || !s.Best.Impl.Contends()) && (c.IsBest() || c.Tied) {
				count[c.Impl.Label]++
			}
		}
	}
	return sorted(count), rows
}

// libraries counts the rows in which a library has the best median of all
// libraries. This program knows the project's own implementations alone, so
// what it does not know is a library.
func libraries(b summary.Block) []win {
	count := make(map[string]int)
	for _, s := range b.Shapes {
		var best *summary.Case
		for _, c := range s.Cases {
			if c.Impl.Place < 0 && !math.IsNaN(c.Ratio) && (best == nil || c.Ratio < best.Ratio) {
				best = c
			}
		}
		if best != nil {
			count[best.Impl.Label]++
		}
	}
	return sorted(count)
}

func sorted(count map[string]int) (list []win) {
	for label, n := range count {
		list = append(list, win{label, n})
	}
	slices.SortFunc(list, func(a, b win) int {
		return cmp.Or(cmp.Compare(b.rows, a.rows), strings.Compare(a.label, b.label))
	})
	return list
}

func tally(wins []win, rows int) string {
	var parts []string
	for _, w := range wins {
		parts = append(parts, fmt.Sprintf("`%s` %d of %d", w.label, w.rows, rows))
	}
	return strings.Join(parts, ", ")
}

func anchor(title string) string {
	return strings.ReplaceAll(strings.ToLower(strings.NewReplacer(",", "", "?", "", ":", "").Replace(title)), " ", "-")
}

func (p *page) answer(q question) error {
	blocks := p.blocks(q)
	if len(blocks) == 0 {
		return nil
	}
	p.printf("## %s\n\n%s\n\n", q.title, q.why)
	if q.command != "" {
		p.printf("    %s\n\n", q.command)
	}
	drawn := make(map[string]bool)
	for _, b := range blocks {
		if said := strings.TrimPrefix(how(b), ", "); said != "" {
			p.printf("### %s%s\n\n", strings.ToUpper(said[:1]), said[1:])
		}
		if s := b.Sentence(); s != "" {
			p.printf("%s\n\n", s)
		}
		p.table(b)
		name := strings.ToLower(b.Scenario.Name)
		for _, kind := range []string{"time-", "value-"} {
			for _, mode := range []string{"", "-" + string(b.Scenario.Mode)} {
				f := p.figures[kind+name+mode]
				if f == nil || drawn[f.Name] || mode == "" != (b.Scenario.Mode == "" || b.Scenario.Mode == "entity") {
					continue
				}
				drawn[f.Name] = true
				if err := p.picture(f); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// table has a row for each world and a column for each implementation.
func (p *page) table(b summary.Block) {
	var impls []*summary.Impl
	lacking := make(map[string][]string)
	for _, i := range p.report.Impls {
		has := slices.ContainsFunc(b.Shapes, func(s *summary.Shape) bool { c := s.Find(i); return c != nil && !math.IsNaN(c.Main().Center) })
		if has && i.Ranked() {
			impls = append(impls, i)
		}
		for _, s := range b.Shapes {
			for _, e := range s.Without {
				if e.Impl == i && !slices.Contains(lacking[e.Reason], i.Label) {
					lacking[e.Reason] = append(lacking[e.Reason], i.Label)
				}
			}
		}
	}
	axes := b.Axes()
	for _, a := range axes {
		p.printf("| %s ", b.Scenario.Axes[a].Title)
	}
	for _, i := range impls {
		p.printf("| `%s` ", i.Label)
	}
	p.printf("|\n%s\n", strings.Repeat("|--:", len(axes)+len(impls))+"|")
	for _, s := range b.Shapes {
		for _, a := range axes {
			p.printf("| %s ", summary.Count(s.At[a]))
		}
		for _, i := range impls {
			p.printf("| %s ", cell(s.Find(i), b.Scenario.Unit))
		}
		p.printf("|\n")
	}
	p.printf("\n%s.\n", summary.Title(b.Scenario.Unit))
	if said := breakEven(b, impls); said != "" {
		p.printf("%s\n", said)
	}
	for _, reason := range slices.Sorted(maps.Keys(lacking)) {
		p.printf("%s\n", strings.ReplaceAll(fmt.Sprintf("`%s`: %s.", strings.Join(lacking[reason], "`, `"), reason), "\n", " "))
	}
	p.printf("\n")
}

// cell shows a median, its interval where it is wider than 5%, and its rank.
func cell(c *summary.Case, unit string) string {
	if c == nil || math.IsNaN(c.Main().Center) {
		return ""
	}
	text := summary.Format(c.Main().Center, unit)
	switch half := c.Main().Precision(); {
	case math.IsInf(half, 1):
		text += " ±?"
	case half > 0.05:
		text += fmt.Sprintf(" ±%.0f%%", 100*half)
	}
	switch {
	case c.IsBest():
		return "**" + text + "**"
	case c.Tied && c.Impl.Contends():
		return "≈ " + text
	}
	return text
}

func (p *page) picture(f *plot.Figure) error {
	folder := filepath.Join(p.folder, p.name)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	png, err := f.PNG()
	if err != nil {
		return err
	}
	p.printf("![%s](%s/%s.png)\n\n", f.Title, p.name, f.Name)
	return os.WriteFile(filepath.Join(folder, f.Name+".png"), png, 0o644)
}
