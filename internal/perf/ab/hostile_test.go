package ab

import (
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
)

func TestHostileNamesAreText(t *testing.T) {
	for _, w := range fixture.HostileWords {
		j := judgementOfEverything()
		j.verdict.Old.Label, j.verdict.New.Label = w, w+"\n"+w
		c := CaseID{Group: w, Name: w}
		j.inventory = &Inventory{BaseOnly: []CaseID{c}, HeadOnly: []CaseID{c}, Notes: []string{w}}
		j.failed = []FailedCase{{Case: c, Side: "head", Reason: w + "\n" + w}}
		for i := range j.comparisons {
			j.comparisons[i].Case = w
			j.comparisons[i].Unit += w
		}
		for i := range j.controls {
			j.controls[i].name = w
		}
		v := j.result()
		var text, markdown strings.Builder
		fixture.Check(t, v.WriteText(&text, verdict.Style{All: true}))
		fixture.Check(t, v.WriteMarkdown(&markdown))
		fixture.CheckText(t, text.String())
		fixture.CheckMarkdown(t, markdown.String())
	}
}
