package page_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// Each row has a strip of its samples; a click shows a histogram with density and outliers.
func distributions(b *tab) {
	b.waitFor(`document.querySelectorAll("` + rows + `").length > 0`)
	if n, all := eval[int](b, `document.querySelectorAll("`+rows+` svg.strip").length`), eval[int](b, `document.querySelectorAll("`+rows+`").length`); n != all {
		b.t.Errorf("%d of %d rows have a strip", n, all)
	}
	dots := eval[int](b, `document.querySelectorAll("`+rows+`")[0].querySelectorAll("circle").length`)
	if dots != 6 {
		b.t.Errorf("%d dots, want the 6 samples", dots)
	}
	b.run(chromedp.Click(iterate + ` tbody button`))
	b.waitFor(`document.querySelector("` + iterate + ` .opened svg.spread polygon")`)
	text := eval[string](b, `document.querySelector("`+iterate+` .opened").textContent`)
	for _, want := range []string{"6 samples from", "median", "mean", "standard deviation", "utliers"} {
		if !strings.Contains(text, want) {
			b.t.Errorf("the distribution does not tell %q: %s", want, text)
		}
	}
	if n := eval[int](b, `document.querySelectorAll("`+iterate+` .opened rect").length`); n < 3 {
		b.t.Errorf("the histogram has %d bars", n)
	}
	b.look("distribution", iterate)
	b.run(chromedp.Click(iterate + ` tbody button`))
	b.waitFor(`!document.querySelector("` + iterate + ` .opened")`)
}

// On a phone the winner is visible, and the page shows that it scrolls.
func TestPhoneShowsTheWinner(t *testing.T) {
	browserPath(t)
	t.Parallel()
	b := open(t, pageOf(t, "load"), "", 390, screen)
	b.waitFor(`document.querySelector("#heat .hint")`)
	if hint := eval[string](b, `document.querySelector("#heat .hint").textContent`); !strings.Contains(hint, "scroll sideways") {
		t.Errorf("the hint is %q", hint)
	}
	seen := eval[bool](b, `[...document.querySelectorAll(".heatmap:not([hidden]) tbody tr")].every((r) => r.cells[1].getBoundingClientRect().right <= innerWidth && r.querySelector(".best"))`)
	if !seen {
		t.Error("the first column is out of sight, or a row does not name its best")
	}
	if first := eval[string](b, `document.querySelector(".heatmap:not([hidden]) thead tr:last-child th:nth-child(2) button").title`); first != "dense" {
		t.Errorf("the first column is %s, want the best", first)
	}
	if got := eval[string](b, `document.querySelector(".warning code").textContent`); got != "ecsbench ab" {
		t.Errorf("code in the warning: %q", got)
	}
	b.look("phone-winner", "#heat")
	b.noProblems()
}
