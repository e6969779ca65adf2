package gate

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/ecsbench/ecsbench/escape"
)

// The JUnit form of a verdict, as CI systems read it: a test case for each
// benchmark case, and one for the verdict itself, so that an inconclusive one
// is not shown as green.
type (
	junitSuite struct {
		XMLName  xml.Name    `xml:"testsuite"`
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		Failure *junitMessage `xml:"failure"`
		Error   *junitMessage `xml:"error"`
		Output  string        `xml:"system-out,omitempty"`
	}
	junitMessage struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// WriteJUnit prints the verdict as a JUnit test suite.
func (v *Verdict) WriteJUnit(out io.Writer) error {
	s := junitSuite{Name: "ecsbench " + v.By}
	verdict := junitCase{Class: "ecsbench." + v.By, Name: "verdict", Output: v.Headline()}
	if v.Outcome != Pass {
		var text strings.Builder
		for _, p := range v.Problems {
			fmt.Fprintf(&text, "%s\n%s", p.Text(), indented(p.Cases))
		}
		m := &junitMessage{Message: v.Headline(), Text: text.String()}
		if v.Outcome == Regressed {
			verdict.Failure = m
		} else {
			verdict.Error = m
		}
	}
	s.Cases = append(s.Cases, verdict)

	index := make(map[string]int)
	for i := range v.Comparisons {
		c := &v.Comparisons[i]
		at, ok := index[c.Case]
		if !ok {
			at = len(s.Cases)
			index[c.Case] = at
			s.Cases = append(s.Cases, junitCase{Class: "ecsbench." + v.By, Name: c.Case})
		}
		line := c.sentence()
		s.Cases[at].Output += line + "\n"
		if c.Status == Regression && s.Cases[at].Failure == nil {
			s.Cases[at].Failure = &junitMessage{Message: line}
		}
		if (c.Status == Suspect || c.Status == Untestable) && s.Cases[at].Error == nil && s.Cases[at].Failure == nil {
			s.Cases[at].Error = &junitMessage{Message: line}
		}
	}
	for _, c := range s.Cases {
		s.Tests++
		if c.Failure != nil {
			s.Failures++
		} else if c.Error != nil {
			s.Errors++
		}
	}
	return escape.XML(out, s)
}

func indented(lines []string) string {
	text := ""
	for _, l := range lines {
		text += "  " + l + "\n"
	}
	return text
}

// sentence tells a comparison in one line.
func (c *Comparison) sentence() string {
	old, new := c.values()
	if c.Kind == Counted {
		return fmt.Sprintf("%s: %s %s %s → %s", c.word(), c.Unit, change(c.Effect.Log), old, new)
	}
	return fmt.Sprintf("%s: %s %s %s, %s → %s (p %s, n=%s)", c.word(), c.Unit, change(c.Effect.Log), c.interval(), old, new, c.p(), c.samples())
}
