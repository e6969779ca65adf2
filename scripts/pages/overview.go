package main

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/internal/suite/world/play"
	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
)

// members lists the ranked implementations with their versions and what they are.
func (p *text) members() {
	p.printf("## What is measured\n\n| %s | version | how it stores |\n|:--|:--|:--|\n", p.role)
	for _, i := range p.report.Impls {
		if i.Role == p.role && i.Shown() && i.Name == i.Base {
			p.printf("| `%s` | %s | %s |\n", i.Label, cmp.Or(i.Edition(), p.commitsOf(i)), storage(i.Base))
		}
	}
	p.printf("\n")
	doubts := false
	for _, i := range p.report.Impls {
		if doubt := i.Doubt(); doubt != "" && i.Role == p.role {
			p.printf("- %s.\n", doubt)
			doubts = true
		}
	}
	if doubts {
		p.printf("\n")
	}
}

// storage returns the description of an implementation.
func storage(name string) string {
	for _, l := range play.Libraries {
		if l.Name == name {
			return l.Doc
		}
	}
	if i, err := registry.Find(name); err == nil {
		return i.Doc
	}
	return ""
}

// overview states in one line each the best implementation of the page's role for a
// question. Rows without a competitor do not count.
func (p *text) overview() {
	p.printf("## Answers\n\n| question | fastest %s, or statistically tied with it, in how many of the contested rows |\n|:--|:--|\n", p.role)
	for _, q := range p.questions {
		for _, b := range p.blocks(q) {
			role := p.roleOf(b)
			tallied := tally(b, role)
			if tallied == "" {
				continue
			}
			if role != p.role {
				tallied += " (" + role.String() + ")"
			}
			p.printf("| [%s](#%s)%s | %s |\n", q.title, anchor(q.title), p.how(q, b), tallied)
		}
	}
	p.printf("\n")
	if p.role == results.Library {
		p.choices()
		p.behind(own)
	}
}

// own is this project's library. The page states where it is not the fastest.
const own = "ecs"

// counts reports whether the tallies of a role include a row: it needs a competitor, and
// rows of one worker are only there to be compared with those of several.
func counts(s *report.Shape, role results.Role) bool {
	workers := workersAxis(s.Scenario)
	return s.Contested(role) && (workers < 0 || s.At[workers] > 1)
}

// leads reports whether a case is the best of its role, or statistically tied with it. The
// tallies ask only where the row has enough samples to decide.
func leads(c *report.Entry) bool { return c.IsBest() || c.Tied }

// caseOf returns the case of a library, nil if it has no number that is ranked.
func caseOf(s *report.Shape, library string) *report.Entry {
	at := slices.IndexFunc(s.Cases, func(c *report.Entry) bool { return c.Impl.Name == library && !math.IsNaN(c.Ratio) })
	if at < 0 {
		return nil
	}
	return s.Cases[at]
}

// choices lists for each library the questions that it answers best, in the order of their names.
func (p *text) choices() {
	best := make(map[string][]string)
	for _, i := range p.report.Impls {
		if i.Role == results.Library && i.Shown() {
			best[i.Label] = nil
		}
	}
	for _, q := range p.questions {
		for _, b := range p.blocks(q) {
			leads, rows, _ := leaders(b, results.Library)
			for label, n := range leads {
				best[label] = append(best[label], fmt.Sprintf("[%s](#%s)%s (%d of %d)", q.title, anchor(q.title), p.how(q, b), n, rows))
			}
		}
	}
	p.printf("## Where each library is the best choice\n\nThe questions with rows in which it is the fastest, or statistically tied with the fastest.\n\n| library | questions (rows of the contested ones) |\n|:--|:--|\n")
	for _, label := range slices.Sorted(maps.Keys(best)) {
		p.printf("| `%s` | %s |\n", label, cmp.Or(strings.Join(best[label], ", "), "none of those measured"))
	}
	p.printf("\n")
}

// behind lists the questions in which a library is slower than the fastest one.
func (p *text) behind(library string) {
	contested := 0
	var lines []string
	for _, q := range p.questions {
		for _, b := range p.blocks(q) {
			var rows []string
			for _, s := range sideBySide(b) {
				c := caseOf(s, library)
				if c == nil || !counts(s, results.Library) {
					continue
				}
				contested++
				if leads(c) {
					continue
				}
				row := s.Label()
				if agedAt(s.Scenario) >= 0 && !isAged(s) {
					row += ", fresh"
				}
				text := fmt.Sprintf("%s of `%s`", report.Ratio(c.Ratio), s.Best(results.Library).Impl.Label)
				if !c.Differs() {
					text += ", too few samples to be sure"
				}
				if row != "" {
					text = row + " (" + text + ")"
				}
				rows = append(rows, text)
			}
			if len(rows) > 0 {
				lines = append(lines, fmt.Sprintf("- [%s](#%s)%s: %s", q.title, anchor(q.title), p.how(q, b), strings.Join(rows, "; ")))
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
func (p *text) roleOf(b report.Block) results.Role {
	for _, s := range b.Shapes {
		if slices.ContainsFunc(s.Cases, func(c *report.Entry) bool { return c.Impl.Role == p.role && c.Impl.Shown() }) {
			return p.role
		}
	}
	return results.Reference
}

// how distinguishes the blocks of a question, if there are several.
func (p *text) how(q question, b report.Block) string {
	if len(p.blocks(q)) == 1 {
		return ""
	}
	words := b.Scenario.Mode.Words()
	if b.Options != "" {
		words = strings.TrimPrefix(words+", "+b.Options, ", ")
	}
	if words == "" {
		return ""
	}
	return ", " + words
}

// leaders counts the contested rows of a block, those that samples do not decide, and by
// implementation those in which it is the best of its role, or statistically tied with it.
func leaders(b report.Block, role results.Role) (leading map[string]int, rows, undecided int) {
	leading = make(map[string]int)
	for _, s := range b.Shapes {
		if !counts(s, role) {
			continue
		}
		rows++
		if s.Unsure(role) {
			undecided++
			continue
		}
		for _, c := range s.Cases {
			if c.Impl.Role == role && leads(c) {
				leading[c.Impl.Label]++
			}
		}
	}
	return leading, rows, undecided
}

// tally prints the leaders of a block.
func tally(b report.Block, role results.Role) string {
	count, rows, undecided := leaders(b, role)
	if rows == 0 {
		return ""
	}
	var parts []string
	for _, label := range slices.SortedFunc(maps.Keys(count), func(a, b string) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), strings.Compare(a, b))
	}) {
		parts = append(parts, fmt.Sprintf("`%s` %d of %d", label, count[label], rows))
	}
	if undecided > 0 {
		parts = append(parts, fmt.Sprintf("undecided (too few samples) %d of %d", undecided, rows))
	}
	return strings.Join(parts, ", ")
}
