package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/suite/world"
	"github.com/ecsbench/ecsbench/report"
)

// mostTied is the largest ratio of a tie, as in package report.
const mostTied = 1.1

// readAnswer reads what world run --format json has written.
func readAnswer(path string) (*world.Answer, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var a world.Answer
	if err := json.Unmarshal(text, &a); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &a, nil
}

// Marks of a cell, raised.
const (
	emulated = "ᵉ"
	late     = "ᵇ"
)

// programs describes the programs of a library.
func programs(answers []*world.Answer) string {
	most := 1
	for _, a := range answers {
		for _, r := range a.Libraries {
			most = max(most, r.Layouts)
		}
	}
	if most == 1 {
		return "Each library is one program, so the place of its loops in memory counts too"
	}
	return fmt.Sprintf("Each library has up to %d programs that differ only in the order of their functions", most)
}

// worlds prints the first table: a row for each world, a column for each library.
func (p *text) worlds() {
	answers := p.answers
	if len(answers) == 0 {
		return
	}
	libraries := byRatio(answers)
	p.printf("## Your game\n\nEach row is a [world file](your-world.md): a game with its entities, systems and changes. "+
		"A cell is the mean time of a frame and its ratio to the fastest library. "+
		"**Bold** is the fastest. If the confidence interval overlaps with that of the fastest, ≈ is a difference below 10%%, and ? is a larger one that may be noise. ± is as below. "+
		"%s emulates a feature that the library lacks. %s misses the budget of the world at its percentile. "+
		"%s. `ecs` changes and destroys lists of entities in one call, `teishoku` destroys them so, and the others work on one entity at a time. "+
		"`ecsbench world run NAME` repeats a row.\n\n", emulated, late, programs(answers))
	p.printf("| world | entities | budget | `%s` |\n|:--|--:|--:|%s\n", strings.Join(libraries, "` | `"), strings.Repeat("--:|", len(libraries)))
	won, near, reasons := make(map[string]int), make(map[string]int), make(map[string][]string)
	failed := make(map[string]bool)
	for _, a := range answers {
		p.printf("| [%s](../worlds/%[1]s.yaml) | %s | %s at %s |", a.World, report.Count(float64(a.Entities)), report.Format(a.Budget, "ns/op"), percentile(a.Percentile))
		for _, name := range libraries {
			at := slices.IndexFunc(a.Libraries, func(r world.Row) bool { return r.Name == name })
			if at < 0 {
				p.printf(" |")
				continue
			}
			r, best := a.Libraries[at], a.Libraries[0]
			switch {
			case r.Unsupported:
				p.printf(" unsupported |")
				reasons[name+": "+r.Failure] = append(reasons[name+": "+r.Failure], a.World)
				continue
			case r.Failure != "":
				p.printf(" failed |")
				failed[name] = true
				reason := name + ": " + address.ReplaceAllString(r.Failure, "0x…")
				reasons[reason] = append(reasons[reason], a.World)
				continue
			}
			text := report.Format(r.Mean.Value, "ns/op")
			if around := max(r.Mean.High-r.Mean.Value, r.Mean.Value-r.Mean.Low) / r.Mean.Value; around > mentioned {
				text += fmt.Sprintf(" ±%.0f%%", 100*around)
			}
			switch {
			case r.Name == best.Name:
				text, won[name] = "**"+text+"**", won[name]+1
			default:
				ratio, overlaps := r.Mean.Value/best.Mean.Value, r.Mean.Low <= best.Mean.High
				if overlaps && ratio < mostTied {
					text = "≈ " + text
				}
				text += fmt.Sprintf(" %.2f×", ratio)
				if overlaps {
					if near[name]++; ratio >= mostTied {
						text += " ?"
					}
				}
			}
			if len(r.Emulated) > 0 {
				text += emulated
				for _, e := range r.Emulated {
					key := name + ", without " + e
					reasons[key] = append(reasons[key], a.World)
				}
			}
			if r.At.Value > a.Budget {
				text += late
			}
			p.printf(" %s |", text)
		}
		p.printf("\n")
	}
	p.printf("\n| of %d worlds | `%s` |\n|:--|%s\n", len(answers), strings.Join(libraries, "` | `"), strings.Repeat("--:|", len(libraries)))
	for _, row := range []struct {
		name string
		of   map[string]int
	}{{"the fastest", won}, {"overlaps with the fastest", near}} {
		p.printf("| %s | %s |\n", row.name, strings.Join(lists.Map(libraries, func(name string) string { return fmt.Sprint(row.of[name]) }), " | "))
	}
	p.printf("\n<details><summary>What is emulated, and what failed</summary>\n\n")
	for _, reason := range slices.Sorted(maps.Keys(reasons)) {
		where := strings.Join(reasons[reason], ", ")
		if len(reasons[reason]) == len(answers) {
			where = "all"
		}
		p.printf("- %s (%s)\n", reason, where)
	}
	p.printf("\n")
	if failed["arche"] || failed["teishoku"] {
		p.printf("Arche (`archetype.copy`) and teishoku (`memCopy`) copy components as bytes. The garbage collector does not see pointers that are copied so, and may free what they refer to. " +
			"Worlds whose components have slices can fail for this reason, in some runs and not in others. Ark copies such components with `reflect`.\n\n")
	}
	p.printf("</details>\n\n")
}

// address matches what differs between equal crashes.
var address = regexp.MustCompile(`0x[0-9a-f]+`)

func percentile(share float64) string { return fmt.Sprintf("p%.4g", 100*share) }

// byRatio lists the libraries by the geometric mean of their ratios to the fastest, those
// with the most worlds first.
func byRatio(answers []*world.Answer) (libraries []string) {
	logs, n := make(map[string]float64), make(map[string]int)
	for _, a := range answers {
		for _, r := range a.Libraries {
			n[r.Name] += 0
			if r.Failure == "" {
				logs[r.Name] += math.Log(r.Mean.Value / a.Libraries[0].Mean.Value)
				n[r.Name]++
			}
		}
	}
	return slices.SortedFunc(maps.Keys(n), func(a, b string) int {
		return cmp.Or(n[b]-n[a], cmp.Compare(logs[a], logs[b]), strings.Compare(a, b))
	})
}
