package page

import (
	"encoding/json"
	"fmt"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/suite/profiler"
	"github.com/ecsbench/ecsbench/report"
)

// A whyView is the findings of one profiled case, for the template.
type whyView struct {
	Title     string
	Sentences []string
	Tables    []profiler.Table
	Flames    []flameView
}

// A flameView is the position of a flame graph.
type flameView struct {
	Index int // in the block of JSON
	Title string
}

// Units of flame graphs.
const (
	flameTime   = "sec"
	flameMemory = "B"
)

// A flameData is a flame graph for the page's script.
type flameData struct {
	Unit string     `json:"unit"`
	Root *flameNode `json:"root"`
}

// A flameNode is a function in its call stack, with its total cost.
type flameNode struct {
	Name     string       `json:"n"`
	Value    float64      `json:"v"`
	Children []*flameNode `json:"c,omitempty"`
}

// flameOf converts stacks to a tree.
func flameOf(stacks []profiler.Stack) *flameNode {
	root := &flameNode{Name: "all"}
	for _, s := range stacks {
		root.Value += s.Value
		at := root
		for _, name := range s.Frames {
			at = at.child(report.Display(name))
			at.Value += s.Value
		}
	}
	return root
}

func (n *flameNode) child(name string) *flameNode {
	c := lists.First(n.Children, func(c *flameNode) bool { return c.Name == name })
	if c != nil {
		return c
	}
	c = &flameNode{Name: name}
	n.Children = append(n.Children, c)
	return c
}

// whyViews returns the views of findings, and the JSON block of their flame graphs.
func whyViews(all []*profiler.Findings) (views []whyView, data string, err error) {
	flames := []flameData{}
	for _, f := range all {
		v := whyView{Title: f.Title(), Sentences: f.Sentences(), Tables: f.Tables()}
		for _, s := range f.Subjects {
			add := func(title, unit string, stacks []profiler.Stack) {
				v.Flames = append(v.Flames, flameView{len(flames), s.Impl + ": " + title})
				flames = append(flames, flameData{unit, flameOf(stacks)})
			}
			if s.CPU != nil && len(s.CPU.Folded) > 0 {
				add("where the time goes", flameTime, s.CPU.Folded)
			}
			if s.Memory != nil && len(s.Memory.Folded) > 0 {
				add("where retained memory was allocated", flameMemory, s.Memory.Folded)
			}
		}
		views = append(views, v)
	}
	text, err := json.Marshal(flames)
	if err != nil {
		return nil, "", fmt.Errorf("flame graphs: %w", err)
	}
	return views, string(text), nil
}
