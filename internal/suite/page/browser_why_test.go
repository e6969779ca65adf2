package page_test

import (
	"strings"
	"testing"
)

func TestPageShowsWhy(t *testing.T) {
	browserPath(t)
	t.Parallel()
	b := open(t, pageOf(t, "why"), "#why", 390, screen)
	b.waitFor(`document.querySelectorAll("#why .flame canvas").length === 2`)
	b.fits(390)
	b.resize(1280)
	b.waitFor(`[...document.querySelectorAll("#why .flame canvas")].every((c) => c.clientWidth > 1000)`)
	text := eval[string](b, `document.getElementById("why").textContent`)
	for _, want := range []string{
		"hashmap: 61% [51%, 70%] of the time in map lookups, 39% [30%, 49%] in the implementation's own code; 4.3x the D1 misses and 4.3x the data references of dense.",
		"430,000 (430,000 + 0)", "map lookups", "ecs.move<script>alert(1)</script>",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in the section", want)
		}
	}
	// A click on the third row, which is narrower than the others, zooms into
	// it: the row is as wide as the rest, and another click on top zooms out.
	const shown = `document.querySelector("#why .flame").flameShown`
	click := func(row int) {
		b.do(`(() => {
			const box = document.querySelector("#why .flame"), r = box.querySelector("canvas").getBoundingClientRect();
			const at = { bubbles: true, clientX: r.left + 5, clientY: r.top + 2 + 20 * ` + string(rune('0'+row)) + ` + 10, button: 0 };
			for (const kind of ["mousemove", "mousedown", "mouseup", "click"]) box.querySelector("canvas").dispatchEvent(new MouseEvent(kind, at));
		})()`)
	}
	if got := eval[float64](b, shown+`[3][1]`); got > 0.62 {
		t.Errorf("the inner function ends at %g of 1", got)
	}
	click(3)
	b.waitFor(shown + `.every((s) => s[1] === ` + shown + `[0][1]) && ` + shown + `[0][1] < 0.62`)
	click(0)
	b.waitFor(shown + `[0][1] > 0.99`)
	b.look("why", "#why")
	b.noProblems()
}
