package history

import (
	"io"

	"github.com/ecsbench/ecsbench/internal/display"
)

// Headline is the result in one line.
func (f *BisectFindings) Headline() string {
	switch {
	case f.Nothing != "":
		return "NOTHING TO FIND: " + f.Nothing
	case len(f.First) == 1:
		return "FIRST BAD COMMIT: " + f.First[0].String()
	}
	return "NOT DECIDED: the first bad commit is one of these, not all of which could be judged"
}

// WriteText prints what was found for a terminal: the commit, what became worse
// and why, and the steps.
func (f *BisectFindings) WriteText(out io.Writer) error {
	w := display.NewWriter(out)
	w.Printf("%s\n", f.Headline())
	if f.Nothing != "" {
		return w.Flush()
	}
	if len(f.First) > 1 {
		for _, c := range f.First {
			w.Printf("  %s\n", c.String())
		}
	}
	w.Printf("%s: %s from good to bad\n", f.Label, f.Change)
	if f.Verdict != nil {
		if k := followed(f.Verdict, f); k != nil {
			for _, cause := range k.Causes {
				w.Printf("  cause: %s\n", cause.Text())
			}
		}
	}
	end := ""
	if len(f.Steps) > 0 {
		end = ":"
	}
	w.Printf("\n%s, %s measured or counted%s\n", display.Count(len(f.Commits), "commit"), display.Count(f.Measured, "revision"), end)
	for _, s := range f.Steps {
		w.Printf("  %-7s  %s: %s\n", string(s.Answer), s.Commit.String(), s.Why)
	}
	return w.Flush()
}

// WriteJSON prints what was found as one object.
func (f *BisectFindings) WriteJSON(out io.Writer) error { return display.WriteJSON(out, f) }
