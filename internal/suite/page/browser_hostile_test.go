package page_test

import (
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

// Names that are harmful as markup, code or layout.
func TestBrowserHostileNamesAreText(t *testing.T) {
	browserPath(t)
	t.Parallel()
	b := open(t, pageOf(t, "hostile"), "", 390, screen)
	b.waitFor(`document.querySelectorAll("#scenario-list section").length > 3`)
	b.do(`{ window.alert = () => { document.title = "alerted"; }; document.querySelectorAll("details").forEach((d) => { d.open = true; }); dispatchEvent(new Event("beforeprint")); }`)
	if title := eval[string](b, `document.title`); title == "alerted" {
		t.Errorf("a name ran as a script: %s", title)
	}
	if n := eval[int](b, `document.querySelectorAll("img, main script, main b b, main i i, [onerror], [onmouseover]").length`); n > 0 {
		t.Errorf("%d elements were made of names", n)
	}
	shown := eval[string](b, `document.querySelector("#scenario-list").textContent`)
	for _, want := range []string{`<script>alert(1)</script>`, `"><img/src=x/onerror=alert(1)>`, "💥🐘", "{{.Report}}", "a&amp;b", "__proto__"} {
		if !strings.Contains(shown, want) {
			t.Errorf("the page does not show %q", want)
		}
	}
	b.fits(390)
	b.look("hostile", "#heat")
	b.noProblems()
}

// The policy blocks injected scripts and handlers.
func TestPolicyStopsOtherScripts(t *testing.T) {
	browserPath(t)
	t.Parallel()
	page := fixture.Read(t, pageOf(t, "one-sample"))
	broken := strings.Replace(string(page), "</main>", `<script>document.title = "ran"</script><img src="data:," onerror="document.title = 'ran'"></main>`, 1)
	b := open(t, onDisk(t, broken), "", 1280, screen)
	b.waitFor(`document.querySelectorAll("#scenario-list section").length === 1`)
	if title := eval[string](b, `document.title`); title == "ran" {
		t.Error("a foreign script ran")
	}
	if len(b.bad) == 0 {
		t.Error("the browser says nothing of a script that was stopped, so this test would not see one")
	}
}

// Pages with little or odd input state it.
func TestOddPages(t *testing.T) {
	browserPath(t)
	for _, test := range []struct{ name, want string }{
		{"one sample", "fewer than 6 samples"},
		{"one implementation", "No ranking: dense was measured alone"},
		{"no implementation", "name no implementations"},
		{"zeros", "no value above zero"},
		{"infinite", "no value above zero"},
		{"damaged", "could not be read and are skipped (1)"},
		{"negative", "no value above zero"},
		{"missing unit", "2 cases"},
		{"only failures", "it <b>broke</b>"},
		{"nothing but a header", "There is no scenario to show"},
		{"mixed machines", "Results of 2 machines are mixed"},
		{"a thousand cases", "Show all 1,000 rows"},
		{"hundreds of scenarios", "X299"},
		{"huge numbers", "X"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			b := open(t, pageOf(t, strings.ReplaceAll(test.name, " ", "-")), "", 800, screen)
			b.waitFor(`document.querySelectorAll("#scenario-list > *").length > 0`)
			b.unfold()
			if test.name != "hundreds of scenarios" { // the same code, in a minute
				b.do(`dispatchEvent(new Event("beforeprint"))`)
			}
			if text := eval[string](b, `document.body.innerText + document.querySelector("main").textContent`); !strings.Contains(text, test.want) {
				t.Errorf("the page does not say %q", test.want)
			}
			b.noProblems()
		})
	}
}
