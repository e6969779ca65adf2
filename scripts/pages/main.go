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

	"github.com/ecsbench/ecsbench/impls"
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
	"(? with too few samples). **Bold** is the best of its role in the row, if it has a competitor; ≈ is\n" +
	"statistically tied with it. `soa` is a reference: slices written by hand, without an ECS. References are not\n" +
	"ranked. † failed a check somewhere, so doubt its other numbers."

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

// overview states in one line each which implementation of the page's role
// answers a question best. Rows without a competitor count for nobody.
func (p *page) overview() {
	p.printf("| question | fastest %s, or statistically tied with it, in how many of the contested rows |\n|:--|:--|\n", p.role)
	for _, q := range p.questions {
		for _, b := range p.blocks(q) {
			wins, rows := winners(b, p.roleOf(b))
			if rows == 0 {
				continue
			}
			p.printf("| [%s](#%s)%s | %s |\n", q.title, anchor(q.title), how(b), tally(wins, rows))
		}
	}
	p.printf("\n")
	if p.role == impls.Library {
		p.behind(own)
	}
}

// own is this project's library. The page states where it is not the fastest.
const own = "ecs"

// behind lists the questions in which a library is significantly slower than the
// fastest one.
func (p *page) behind(library string) {
	contested := 0
	var lines []string
	for _, q := range p.questions {
		for _, b := range p.blocks(q) {
			var rows []string
			for _, s := range b.Shapes {
				at := slices.IndexFunc(s.Cases, func(c *summary.Case) bool { return c.Impl.Name == library && !math.IsNaN(c.Ratio) })
				if at < 0 || !s.Contested(impls.Library) {
					continue
				}
				contested++
				if c := s.Cases[at]; !c.IsBest() && !c.Tied {
					rows = append(rows, fmt.Sprintf("%s (%s of `%s`)", s.Label(), summary.Ratio(c.Ratio), s.Best(impls.Library).Impl.Label))
				}
			}
			if len(rows) > 0 {
				lines = append(lines, fmt.Sprintf("- [%s](#%s)%s: %s", q.title, anchor(q.title), how(b), strings.Join(rows, "; ")))
			}
		}
	}
	if contested == 0 {
		return
	}
	p.printf("## Where `%s` is not the fastest library\n\n", library)
	if len(lines) == 0 {
		p.printf("In none of the %d contested rows.\n\n", contested)
		return
	}
	p.printf("%s\n\n", strings.Join(lines, "\n"))
}

// roleOf is the role that a block of the page ranks: that of the page, or
// references where a question is about these alone.
func (p *page) roleOf(b summary.Block) impls.Role {
	if slices.Contains(b.Roles(), p.role) {
		return p.role
	}
	return impls.Reference
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

// A win counts the rows in which an implementation is the best of its role, or
// statistically tied with it.
type win struct {
	label string
	rows  int
}

func winners(b summary.Block, role impls.Role) (list []win, rows int) {
	count := make(map[string]int)
	for _, s := range b.Shapes {
		if !s.Contested(role) {
			continue
		}
		rows++
		for _, c := range s.Cases {
			if c.Impl.Role == role && (c.IsBest() || c.Tied) {
				count[c.Impl.Label]++
			}
		}
	}
	return sorted(count), rows
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
		if s := b.SentenceOf(p.roleOf(b)); s != "" {
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
	var columns []*summary.Impl
	lacking := make(map[string][]string)
	for _, i := range p.report.Impls {
		has := slices.ContainsFunc(b.Shapes, func(s *summary.Shape) bool { c := s.Find(i); return c != nil && !math.IsNaN(c.Main().Center) })
		shown := i.Ranked() && (i.Role == p.roleOf(b) || i.Role == impls.Reference)
		if has && shown {
			columns = append(columns, i)
		}
		for _, s := range b.Shapes {
			for _, e := range s.Without {
				if e.Impl == i && shown && !slices.Contains(lacking[e.Reason], i.Label) {
					lacking[e.Reason] = append(lacking[e.Reason], i.Label)
				}
			}
		}
	}
	axes := b.Axes()
	for _, a := range axes {
		p.printf("| %s ", b.Scenario.Axes[a].Title)
	}
	slices.SortStableFunc(columns, func(a, b *summary.Impl) int { return int(a.Role) - int(b.Role) })
	for _, i := range columns {
		p.printf("| %s ", heading(i))
	}
	p.printf("|\n%s\n", strings.Repeat("|--:", len(axes)+len(columns))+"|")
	for _, s := range b.Shapes {
		for _, a := range axes {
			p.printf("| %s ", summary.Count(s.At[a]))
		}
		for _, i := range columns {
			p.printf("| %s ", cell(s.Find(i), b.Scenario.Unit))
		}
		p.printf("|\n")
	}
	p.printf("\n%s.\n", summary.Title(b.Scenario.Unit))
	if said := breakEven(b, columns); said != "" {
		p.printf("%s\n", said)
	}
	for _, reason := range slices.Sorted(maps.Keys(lacking)) {
		p.printf("%s\n", strings.ReplaceAll(fmt.Sprintf("`%s`: %s.", strings.Join(lacking[reason], "`, `"), reason), "\n", " "))
	}
	p.printf("\n")
}

// heading is the title of a column: the label of the implementation, with its
// role if it is a reference.
func heading(i *summary.Impl) string {
	if i.Role == impls.Reference {
		return "`" + i.Label + "` (reference)"
	}
	return "`" + i.Label + "`"
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
	case c.IsBest() && c.Shape.Contested(c.Impl.Role):
		return "**" + text + "**"
	case c.Tied:
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
