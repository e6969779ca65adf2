package results

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"github.com/ecsbench/ecsbench/internal/lists"
)

// A Cause is a function that contributes to a change.
type Cause struct {
	Share    float64 // of the change; NaN if unknown
	By       string  // the method, "" for counts of instructions
	Function string
	Where    Place
	Commits  []string // that touched it
	Like     string   // the case in which it was found, if it is another
}

// Text returns the place, the function and the commits.
func (c *Cause) Text() string {
	return lists.Join(" ", c.Where.String(), c.Function, c.CommitText())
}

// CommitText returns the commits in parentheses, "" if there are none.
func (c *Cause) CommitText() string {
	if len(c.Commits) == 0 {
		return ""
	}
	return "(" + strings.Join(c.Commits, ", ") + ")"
}

// A Place is a line of source. The path is relative to the root of the repository, with slashes.
type Place struct {
	File string
	Line int
}

// String returns a place in the form of compilers.
func (p Place) String() string {
	if p.Line == 0 {
		return p.File
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}

// jsonCause is the JSON form of a cause. An unknown share is null.
type jsonCause struct {
	Share    *float64 `json:"share"`
	By       string   `json:"by,omitempty"`
	Function string   `json:"function,omitempty"`
	File     string   `json:"file,omitempty"`
	Line     int      `json:"line,omitempty"`
	Commits  []string `json:"commits,omitempty"`
	Like     string   `json:"like,omitempty"`
}

// MarshalJSON implements json.Marshaler.
func (c Cause) MarshalJSON() ([]byte, error) {
	j := jsonCause{&c.Share, c.By, c.Function, c.Where.File, c.Where.Line, c.Commits, c.Like}
	if math.IsNaN(c.Share) || math.IsInf(c.Share, 0) {
		j.Share = nil
	}
	return json.Marshal(j)
}

// UnmarshalJSON implements json.Unmarshaler.
func (c *Cause) UnmarshalJSON(text []byte) error {
	var j jsonCause
	if err := json.Unmarshal(text, &j); err != nil {
		return err
	}
	*c = Cause{math.NaN(), j.By, j.Function, Place{j.File, j.Line}, j.Commits, j.Like}
	if j.Share != nil {
		c.Share = *j.Share
	}
	return nil
}
