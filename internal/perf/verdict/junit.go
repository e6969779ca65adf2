package verdict

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/results"
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
		File    string        `xml:"file,attr,omitempty"`
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
	class := strings.ReplaceAll(v.command(), " ", ".")
	s := junitSuite{Name: v.command()}
	verdict := junitCase{Class: class, Name: "verdict", Output: v.Headline()}
	if v.Fails() {
		var text strings.Builder
		for _, p := range v.listed() {
			fmt.Fprintf(&text, "%s\n%s", p.Text(), indented(p.Cases))
		}
		m := &junitMessage{Message: v.Headline(), Text: text.String()}
		if v.Outcome == Regressed {
			verdict.Failure = m
		} else {
			verdict.Error = m
		}
	}
	var cases lists.Groups[results.Key, junitCase]
	for i := range v.Comparisons {
		c := &v.Comparisons[i]
		k, fresh := cases.Of(c.Key)
		if fresh {
			k.Class, k.Name, k.File = class, c.Case, c.Where.File
		}
		lines := c.sentences()
		k.Output += strings.Join(lines, "\n") + "\n"
		m := &junitMessage{Message: lines[0], Text: indented(lines[1:])}
		if c.Status == Regression && k.Failure == nil {
			k.Failure = m
		}
		if (c.Status == Suspect || c.Status == Untestable) && v.Fails() && k.Error == nil && k.Failure == nil {
			k.Error = m
		}
	}
	s.Cases = append([]junitCase{verdict}, cases.List...)
	for _, c := range s.Cases {
		s.Tests++
		if c.Failure != nil {
			s.Failures++
		} else if c.Error != nil {
			s.Errors++
		}
	}
	return display.WriteXML(out, s)
}

func indented(lines []string) string {
	text := ""
	for _, l := range lines {
		text += "  " + l + "\n"
	}
	return text
}
