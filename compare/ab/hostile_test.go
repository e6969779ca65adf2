package ab

import (
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/escape/escapetest"
)

func TestHostileNamesAreText(t *testing.T) {
	for _, w := range escapetest.Words {
		v := verdictOfEverything()
		v.Base, v.Head = w, w+"\n"+w
		c := Case{Group: w, Name: w}
		v.Inventory = &Inventory{BaseOnly: []Case{c}, HeadOnly: []Case{c}, Notes: []string{w}}
		v.Failed = []Failure{{c, "head", w + "\n" + w}}
		for i := range v.Comparisons {
			v.Comparisons[i].Case = c
			v.Comparisons[i].Unit += w
		}
		for i := range v.Controls {
			v.Controls[i].Case = c
		}
		v.conclude()
		var text, markdown strings.Builder
		if err := v.Text(&text); err != nil {
			t.Fatal(err)
		}
		if err := v.Markdown(&markdown); err != nil {
			t.Fatal(err)
		}
		escapetest.Text(t, text.String())
		escapetest.Markdown(t, markdown.String())
	}
}
