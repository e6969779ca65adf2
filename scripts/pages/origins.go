package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
)

// unrecorded stands for the commit of a program that was built without it.
const unrecorded = "not recorded"

// An origin is a program and a machine, with the questions that have samples of it.
type origin struct {
	commit     string
	processors int
	questions  []string
}

// origins prints the commits and machines with their questions, unless there is only one.
func (p *text) origins() {
	var list []*origin
	add := func(e results.Environment, question string) {
		commit := commitOf(e)
		at := slices.IndexFunc(list, func(o *origin) bool { return o.commit == commit && o.processors == e.CPUs })
		if at < 0 {
			at = len(list)
			list = append(list, &origin{commit: commit, processors: e.CPUs})
		}
		list[at].questions = lists.Add(list[at].questions, question)
	}
	for _, a := range p.answers {
		add(a.Environment, "Your game")
	}
	for _, q := range p.questions {
		for _, f := range p.report.Files {
			if !slices.ContainsFunc(f.Cases, func(c *results.Case) bool { return c.Keys[""] == q.scenario }) {
				continue
			}
			for _, e := range f.Environments {
				add(e, q.title)
			}
		}
	}
	if len(list) < 2 {
		return
	}
	p.printf("The commits and machines of the figures; a question in several rows has samples of each:\n\n| commit | processors | questions |\n|:--|--:|:--|\n")
	for _, o := range list {
		links := make([]string, len(o.questions))
		for i, title := range o.questions {
			links[i] = fmt.Sprintf("[%s](#%s)", title, anchor(title))
		}
		p.printf("| %s | %d | %s |\n", o.commit, o.processors, strings.Join(links, ", "))
	}
	p.printf("\n")
}

// commitOf is the short name of the commit of a program.
func commitOf(e results.Environment) string {
	if e.Commit == "" {
		return unrecorded
	}
	return report.Display(e.Commit[:min(10, len(e.Commit))])
}

// commitsOf lists the commits at which an implementation of this project was measured.
func (p *text) commitsOf(i *report.Impl) string {
	var commits []string
	lacking := false
	for _, f := range p.report.Files {
		if !slices.ContainsFunc(f.Cases, func(c *results.Case) bool { return c.Keys["impl"] == i.Name }) {
			continue
		}
		for _, e := range f.Environments {
			if e.Commit == "" {
				lacking = true
				continue
			}
			commits = lists.Add(commits, commitOf(e))
		}
	}
	text := lists.Join(" ", "commit", strings.Join(commits, ", "))
	if lacking {
		text += " and a build without a recorded commit"
	}
	return text
}
