package ab

import (
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/compare/verdict"
	"github.com/ecsbench/ecsbench/escape/escapetest"
)

func TestHostileNamesAreText(t *testing.T) {
	for _, w := range escapetest.Words {
		j := judgementOfEverything()
		j.verdict.Old.Label, j.verdict.New.Label = w, w+"\n"+w
		c := Case{Group: w, Name: w}
		j.inventory = &Inventory{BaseOnly: []Case{c}, HeadOnly: []Case{c}, Notes: []string{w}}
		j.failed = []Failure{{c, "head", w + "\n" + w}}
		for i := range j.comparisons {
			j.comparisons[i].Case = w
			j.comparisons[i].Unit += w
		}
		for i := range j.controls {
			j.controls[i].name = w
		}
		v := j.conclude()
		var text, markdown strings.Builder
		if err := v.WriteText(&text, verdict.Look{All: true}); err != nil {
			t.Fatal(err)
		}
		if err := v.WriteMarkdown(&markdown); err != nil {
			t.Fatal(err)
		}
		escapetest.Text(t, text.String())
		escapetest.Markdown(t, markdown.String())
	}
}
