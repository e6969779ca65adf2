package ab

import (
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/ab/source"
	"github.com/ecsbench/ecsbench/internal/escape/escapetest"
	"github.com/ecsbench/ecsbench/internal/verdict"
)

func TestHostileNamesAreText(t *testing.T) {
	for _, w := range escapetest.Words {
		j := judgementOfEverything()
		j.verdict.Old.Label, j.verdict.New.Label = w, w+"\n"+w
		c := source.Case{Group: w, Name: w}
		j.inventory = &source.Inventory{BaseOnly: []source.Case{c}, HeadOnly: []source.Case{c}, Notes: []string{w}}
		j.failed = []source.Failure{{Case: c, Side: "head", Reason: w + "\n" + w}}
		for i := range j.comparisons {
			j.comparisons[i].Case = w
			j.comparisons[i].Unit += w
		}
		for i := range j.controls {
			j.controls[i].name = w
		}
		v := j.result(nil)
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
