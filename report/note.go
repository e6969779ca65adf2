package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/results"
)

// A Note is a shortcut or an emulation of an implementation in a scenario.
type Note struct {
	Impl, Text string
	Command    string // that prints the code
}

// String returns the note with the command that prints the code.
func (n Note) String() string { return fmt.Sprintf("%s %s; code: `%s`", n.Impl, n.Text, n.Command) }

// longestNote is longer than the notes of the measured libraries.
const longestNote = 400

// Note returns the note on the case, nil if there is none.
func (c *Entry) Note() *Note {
	known := c.Shape.Scenario.known
	if known == nil {
		return nil
	}
	text := noteOn(c.Impl.notes, known.Name, c.Shape.Scenario.Mode)
	if text == "" {
		return nil
	}
	return &Note{Display(c.Impl.Base), display.Cut(text, longestNote), fmt.Sprintf("ecsbench list impls %s --scenario %s", Display(c.Impl.Base), known.Name)}
}

// noteOn returns the note on a scenario in an access mode, "" if there is none, see
// [KnownImpl.Notes].
func noteOn(notes map[string]string, scenario string, mode results.AccessMode) string {
	for names, note := range notes {
		list := strings.Split(names, ",")
		if slices.Contains(list, scenario) || slices.Contains(list, scenario+":mode="+string(mode)) {
			return note
		}
	}
	return ""
}

// Notes are the notes of a table, in the order of their numbers.
type Notes []Note

// NotesOn lists the notes on the shapes of a table.
func NotesOn(shapes []*Shape) (list Notes) {
	for _, s := range shapes {
		for _, c := range s.Cases {
			if n := c.Note(); n != nil && c.Impl.Shown() && !slices.Contains(list, *n) {
				list = append(list, *n)
			}
		}
	}
	return list
}

// Number returns the number of the note on a case, from 1; 0 if there is none.
func (list Notes) Number(c *Entry) int {
	if n := c.Note(); n != nil {
		return slices.Index(list, *n) + 1
	}
	return 0
}

// Raised writes the number of a note, "" for 0.
func Raised(number int) (raised string) {
	for ; number > 0; number /= 10 {
		raised = string([]rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[number%10]) + raised
	}
	return raised
}

// Notes lists the notes on all cases.
func (r *Report) Notes() Notes {
	shapes := lists.Map(r.Scenarios, func(s *Scenario) []*Shape { return s.Shapes })
	return NotesOn(slices.Concat(shapes...))
}
