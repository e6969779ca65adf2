package report

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/sys/child"
	"github.com/ecsbench/ecsbench/results"
)

// A Commit is a state of the code that was measured.
type Commit struct {
	ID    string // "" if unknown
	Label string // the ID, shortened, or the name of the file
	Date  time.Time
	Files []*results.File
}

// longestLabel limits the displayed part of a file's name.
const longestLabel = 60

// CommitsOf groups files by commit and orders them by its date. Files of one commit belong
// together even if they were measured at different times. Files with uncommitted changes are
// separate states.
func CommitsOf(files []*results.File) []Commit {
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
	// Files without a commit have no order, so they count as one state of the code.
	if len(list) > 1 && !slices.ContainsFunc(list, func(c Commit) bool { return c.ID != "" }) {
		return []Commit{{Label: list[0].Label, Date: list[0].Date, Files: files}}
	}
	slices.SortStableFunc(list, func(a, b Commit) int { return a.Date.Compare(b.Date) })
	return list
}

func commitOf(f *results.File) Commit {
	c := Commit{Label: display.Cut(filepath.Base(f.Path), longestLabel)}
	if f.Header != nil {
		c.Date = f.Header.Start
	}
	for _, e := range f.Environments {
		if e.Commit == "" {
			continue
		}
		c.ID, c.Label = e.Commit, display.Escape(e.Commit[:min(10, len(e.Commit))])
		if e.Dirty {
			c.ID, c.Label = e.Commit+" dirty "+f.Path, c.Label+" with changes"
		}
		if date, err := time.Parse(time.RFC3339, e.CommitTime); err == nil {
			c.Date = date
		}
		return c
	}
	c.fromConfig(f)
	return c
}

// hash matches the name of a file that is a commit.
var hash = display.Pattern(`^[0-9a-f]{7,40}$`)

// fromConfig takes the commit from the configuration keys commit and commit-date, or from the
// name of the file. If the date is missing, it is that of the commit in the repository of the
// current folder.
func (c *Commit) fromConfig(f *results.File) {
	id, date := "", ""
	if len(f.Cases) > 0 {
		id, date = f.Cases[0].Config["commit"], f.Cases[0].Config["commit-date"]
	}
	if stem, _, _ := strings.Cut(filepath.Base(f.Path), "."); id == "" && hash().MatchString(stem) {
		id = stem
	}
	if id == "" {
		return
	}
	c.ID, c.Label = id, display.Escape(id[:min(10, len(id))])
	if date == "" && hash().MatchString(id) {
		date, _ = child.Git(context.Background(), "show", "-s", "--format=%cI", "--end-of-options", id) // "" if unknown
	}
	for _, layout := range []string{time.RFC3339, time.DateOnly} {
		if t, err := time.Parse(layout, date); err == nil {
			c.Date = t
			return
		}
	}
}

// RequireCommits rejects files whose commit or its date is unknown: they have no place in a
// history.
func RequireCommits(files []*results.File) error {
	for _, f := range files {
		switch c := commitOf(f); {
		case c.ID == "":
			return fmt.Errorf("%s does not state its commit: measure with `ecsbench bench`, add a line \"commit: HASH\" above the results, or name the file HASH.txt", f.Path)
		case c.Date.IsZero():
			return fmt.Errorf("%s: the date of commit %s is unknown: run this in its repository, or add a line \"commit-date: 2006-01-02\" above the results", f.Path, c.Label)
		}
	}
	return nil
}
