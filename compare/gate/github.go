package gate

import (
	"io"
	"strings"

	"github.com/ecsbench/ecsbench/escape"
)

// WriteGitHub prints the verdict as workflow commands, which GitHub Actions
// shows as annotations of the run: the verdict, then an error for each
// regression and a warning for each problem. GitHub keeps ten of each kind.
func (v *Verdict) WriteGitHub(out io.Writer) error {
	w := escape.NewText(out)
	level := map[Outcome]string{Pass: "notice", Regressed: "error", CaseFailed: "error", Inconclusive: "warning"}[v.Outcome]
	command(w, level, "ecsbench "+v.By, v.Headline())
	for _, c := range v.Changed() {
		if c.Status == Regression {
			command(w, "error", c.Case, c.sentence())
		}
	}
	for _, p := range v.Problems {
		if p.Outcome == Pass {
			continue
		}
		text := p.Text()
		if len(p.Cases) > 0 {
			text += ":\n" + strings.Join(shorten(p.Cases), "\n")
		}
		command(w, "warning", "ecsbench "+v.By, text)
	}
	return w.Flush()
}

var (
	commandData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	commandProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// command prints a workflow command with the escapes that GitHub's runner
// undoes.
func command(w *escape.Writer, level, title, text string) {
	w.Printf("::%s title=%s::%s\n", level, commandProperty.Replace(title), commandData.Replace(text))
}
