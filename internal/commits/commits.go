// Package commits puts result files into the order of the commits that they are of.
package commits

import (
	"path/filepath"
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/internal/escape"
	"github.com/ecsbench/ecsbench/results"
)

// A Commit is a state of the code that was measured.
type Commit struct {
	ID    string // "" if the files do not say
	Label string // the ID, shortened, or the name of the file
	Date  time.Time
	Files []*results.File
}

// longestLabel is how much of the name of a file is shown.
const longestLabel = 60

// Of groups files by commit and orders them by its date. Files of one commit belong
// together even if they were measured at different times; those with
// uncommitted changes are a state of their own.
func Of(files []*results.File) []Commit {
	var list []Commit
	for _, f := range files {
		c := commitOf(f)
		at := -1
		if c.ID != "" {
			at = slices.IndexFunc(list, func(o Commit) bool { return o.ID == c.ID })
		}
		if at < 0 {
			list = append(list, c)
			at = len(list) - 1
		}
		list[at].Files = append(list[at].Files, f)
	}
	// Files that say nothing of their commit cannot be put into an order, so
	// they are taken for one state of the code.
	if len(list) > 1 && !slices.ContainsFunc(list, func(c Commit) bool { return c.ID != "" }) {
		return []Commit{{Label: list[0].Label, Date: list[0].Date, Files: files}}
	}
	slices.SortStableFunc(list, func(a, b Commit) int { return a.Date.Compare(b.Date) })
	return list
}

func commitOf(f *results.File) Commit {
	c := Commit{Label: escape.Cut(filepath.Base(f.Path), longestLabel)}
	if f.Header != nil {
		c.Date = f.Header.Start
	}
	for _, e := range f.Environments {
		if e.Commit == "" {
			continue
		}
		c.ID, c.Label = e.Commit, escape.Text(e.Commit[:min(10, len(e.Commit))])
		if e.Dirty {
			c.ID, c.Label = e.Commit+" dirty "+f.Path, c.Label+" with changes"
		}
		if date, err := time.Parse(time.RFC3339, e.CommitTime); err == nil {
			c.Date = date
		}
		break
	}
	return c
}
