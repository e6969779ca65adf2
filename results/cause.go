package results

import (
	"fmt"
	"strings"

	"github.com/ecsbench/ecsbench/internal/lists"
)

// A Cause is a function that contributes to a change.
type Cause struct {
	Share    float64 `json:"share"`        // of the change
	By       string  `json:"by,omitempty"` // the method, "" for counts of instructions
	Function string  `json:"function,omitempty"`
	Place
	Commits []string `json:"commits,omitempty"` // that touched it
	Like    string   `json:"like,omitempty"`    // the case in which it was found, if it is another
}

// String returns the place, the function and the commits.
func (c Cause) String() string {
	return lists.Join(" ", c.Place.String(), c.Function, c.CommitText())
}

// CommitText returns the commits in parentheses, "" if there are none.
func (c Cause) CommitText() string {
	if len(c.Commits) == 0 {
		return ""
	}
	return "(" + strings.Join(c.Commits, ", ") + ")"
}

// A Place is a line of source. The path is relative to the root of the repository, with slashes.
type Place struct {
	File string `json:"file,omitempty"`
	Line int    `json:"line,omitempty"`
}

// String returns a place in the form of compilers.
func (p Place) String() string {
	if p.Line == 0 {
		return p.File
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}
