// Pages writes a page of questions and answers from result files: for each
// question a table, a plot, and a sentence with the best, derived from the numbers
// and their intervals. Files that end in .json are answers of ecsbench world run, which
// become the first table.
//
//	go run -C scripts ./pages -o docs which-ecs run.txt
//
// It writes which-ecs.md into the folder, and pictures into which-ecs beside it.
// Of a page without files it prints the commands that make them.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/internal/suite/page"
	"github.com/ecsbench/ecsbench/internal/suite/world"
	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
)

func main() {
	folder := flag.String("o", "docs", "folder to write into")
	command := flag.String("command", "", "the command that made the files, for the page")
	conditions := flag.String("conditions", "", "a sentence on what else the machine did, for the page")
	flag.Parse()
	if err := write(*folder, *command, *conditions, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "pages:", err)
		os.Exit(1)
	}
}

func write(folder, command, conditions string, args []string) error {
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
	var answers []*world.Answer
	for _, path := range args[1:] {
		if filepath.Ext(path) == ".json" {
			a, err := readAnswer(path)
			if err != nil {
				return err
			}
			answers = append(answers, a)
			continue
		}
		f, err := results.Read(path)
		if err != nil {
			return err
		}
		files = append(files, f)
	}
	p := text{
		subject: subjects[at], report: report.Build(files, measure.Catalogue()), answers: answers,
		folder: folder, figures: make(map[string]*page.Figure),
	}
	for _, f := range page.Figures(p.report) {
		if f.Values {
			p.figures[f.Name] = f
		}
	}
	p.printf("# %s\n\n%s\n\n%s\n\n", p.title, p.intro, notation)
	if command != "" {
		p.printf("    %s\n\n", command)
	}
	p.printf("%s\n\n", lists.Join(" ", p.report.Measured(), p.report.Balance(), conditions))
	p.origins()
	old, err := filepath.Glob(filepath.Join(folder, p.name, "*.png"))
	if err != nil {
		return err
	}
	for _, path := range old {
		if err := os.Remove(path); err != nil {
			return err
		}
	}
	p.worlds()
	p.members()
	p.overview()
	for _, q := range p.questions {
		if err := p.answer(q); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(folder, p.name+".md"), p.Bytes(), 0o644)
}

const notation = "Numbers are medians over fresh processes. ± is the larger side of the 95% interval, if it is more than 5%\n" +
	"of the median. If it is more than 50%, the ends of the interval follow in brackets. ±? has too few samples for an\n" +
	"interval. **Bold** is the best of its role in the row, if it has a competitor; ≈ is\n" +
	"statistically tied with it. `soa` is a reference: slices written by hand, without an ECS. References are not\n" +
	"ranked. † failed somewhere by a panic or a timeout. ‡ did different work than the model and is not ranked. A raised\n" +
	"number leads to a note on the program, with the command that prints the code behind the cell. The line above a\n" +
	"table describes the largest worlds in it whose order has enough samples."

// A text is the page, written question by question.
type text struct {
	bytes.Buffer
	subject
	report  *report.Report
	answers []*world.Answer
	folder  string
	figures map[string]*page.Figure
}

func (p *text) printf(format string, args ...any) { fmt.Fprintf(p, format, args...) }

// blocks returns what was measured for a question.
func (p *text) blocks(q question) (list []report.Block) {
	for _, b := range p.report.Blocks() {
		if b.Scenario.Name == q.scenario {
			list = append(list, b)
		}
	}
	return list
}

func anchor(title string) string {
	return strings.ReplaceAll(strings.ToLower(strings.NewReplacer(",", "", "?", "", ":", "").Replace(title)), " ", "-")
}

func (p *text) answer(q question) error {
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
		if words := strings.TrimPrefix(p.how(q, b), ", "); words != "" {
			p.printf("### %s\n\n", capital(words))
		}
		if s := b.SentenceOf(p.roleOf(b)); s != "" {
			p.printf("%s\n\n", s)
		}
		p.table(b)
		p.goroutines(b)
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

func (p *text) picture(f *page.Figure) error {
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
