package verdict

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/results"
)

// Formats are the output formats.
var Formats = []string{"text", "markdown", "json", "junit", "github"}

// CheckFormat rejects a value of a flag that is not in [Formats].
func CheckFormat(flag, format string) error {
	if slices.Contains(Formats, format) {
		return nil
	}
	last := len(Formats) - 1
	return fmt.Errorf("%s %q: must be %s or %s", flag, format, strings.Join(Formats[:last], ", "), Formats[last])
}

// Write prints the verdict in one of [Formats]. The style is for text; the other
// formats always list every comparison.
func (v *Verdict) Write(out io.Writer, format string, style Style) error {
	var err error
	switch format {
	case "text":
		err = v.WriteText(out, style)
	case "markdown":
		err = v.WriteMarkdown(out)
	case "json":
		err = v.WriteJSON(out)
	case "junit":
		err = v.WriteJUnit(out)
	case "github":
		err = v.WriteGitHub(out)
	default:
		return CheckFormat("--format", format)
	}
	if err != nil {
		return fmt.Errorf("printing the verdict: %w", err)
	}
	return nil
}

// WriteGitHub prints the verdict as workflow commands, which GitHub Actions
// shows as annotations: the verdict, then an error for each regression, at the
// line of its benchmark if that is known, and a warning for each problem. GitHub
// keeps ten of each kind.
func (v *Verdict) WriteGitHub(out io.Writer) error {
	w := display.NewWriter(out)
	level := map[Outcome]string{Pass: "notice", Regressed: "error", CaseFailed: "error", Inconclusive: "warning"}[v.Outcome]
	problems := "warning"
	if v.Outcome == Inconclusive && v.Policy == PassBuild {
		level, problems = "notice", "notice"
	}
	annotate(w, level, v.command(), results.Place{}, v.Headline())
	for _, c := range v.With(Regression) {
		if c.Evidence != Derived {
			annotate(w, "error", c.Case, c.Where, strings.Join(c.sentences(), "\n"))
		}
	}
	for _, p := range v.listed() {
		if p.Outcome == Pass {
			continue
		}
		text := p.Text()
		if len(p.Cases) > 0 {
			text += ":\n" + strings.Join(shorten(p.Cases), "\n")
		}
		annotate(w, problems, v.command(), results.Place{}, text)
	}
	return w.Flush()
}

var (
	commandData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	commandProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// annotate prints a workflow command, escaped as GitHub's runner expects.
func annotate(w *display.Writer, level, title string, at results.Place, text string) {
	properties := "title=" + commandProperty.Replace(title)
	if at.File != "" {
		properties = fmt.Sprintf("file=%s,line=%d,%s", commandProperty.Replace(at.File), max(1, at.Line), properties)
	}
	w.Printf("::%s %s::%s\n", level, properties, commandData.Replace(text))
}
