package page_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

func TestPageShowsHistory(t *testing.T) {
	browserPath(t)
	t.Parallel()
	b := open(t, pageOf(t, "history"), "", 1280, screen)
	chart := `echarts.getInstanceByDom(document.getElementById("history-chart"))`
	b.waitFor(`!!` + chart)
	lines := eval[[]float64](b, chart+`.getOption().series[0].markLine.data.map((d) => d.xAxis)`)
	// The step of the first case, at the tenth commit, and the way to the other
	// machine and back.
	if fmt.Sprint(lines) != "[9 3 4]" {
		t.Errorf("lines at %v, want at 9, 3 and 4", lines)
	}
	b.draws(chart, "line custom", "Iterate/impl=dense/comps=1/n=1000-2", "+25.1%", "machine", "Another 1, 2 CPUs, linux/amd64", "00f4243")
	b.look("history", "#history")
	first := eval[string](b, `document.querySelector("#history-table tbody tr").textContent`)
	if !strings.Contains(first, "Iterate/impl=dense") || !strings.Contains(first, "2026-10-10") || !strings.Contains(first, "+2") || !strings.HasSuffix(first, "dense/visit.go:12 dense.visitchecks twice") {
		t.Errorf("the first case is %s", first)
	}
	last := `#history-table tbody tr:last-child`
	name := eval[string](b, `document.querySelector("`+last+`").dataset.key`)
	b.run(chromedp.Click(last + ` button`))
	if title := eval[string](b, chart+`.getOption().title[0].text`); title != name {
		t.Errorf("the chart shows %s after a click on %s", title, name)
	}
	if hash := eval[string](b, `location.hash`); !strings.HasPrefix(hash, "#history=") {
		t.Errorf("the URL is %s", hash)
	}
	b.noProblems()
}

func carries(b *tab) {
	b.waitFor(`!!document.querySelector("button.download")`)
	b.do(`{ const make = URL.createObjectURL; URL.createObjectURL = (blob) => { blob.text().then((text) => { window.got = text; }); return make(blob); }; }`)
	b.do(`document.querySelector("button.download").click()`)
	b.waitFor(`window.got`)
	if got := eval[string](b, `window.got`); got != raw {
		b.t.Errorf("%d bytes, want %d, or others", len(got), len(raw))
	}
}

func TestPageShowsTheGatesVerdictOfEachCase(t *testing.T) {
	browserPath(t)
	t.Parallel()
	b := open(t, pageOf(t, "verdict"), "", 1280, screen)
	b.unfold()
	b.waitFor(`document.querySelectorAll("` + rows + `").length > 0`)
	if v := eval[string](b, `document.querySelector(".verdict").textContent`); !strings.HasPrefix(v, "REGRESSION: 6 of 45") {
		t.Errorf("the verdict is %s", v)
	}
	changed := eval[[]string](b, `[...document.querySelectorAll("#changes > .wide tbody tr")].map((r) => r.textContent)`)
	if len(changed) != 6 || !strings.Contains(changed[0], "Iterate/impl=dense") || !strings.Contains(changed[0], "regression") {
		t.Errorf("changes: %q", changed)
	}
	bad := eval[[]string](b, `[...document.querySelectorAll("`+rows+`")].filter((r) => r.querySelector(".bad")).map((r) => r.textContent)`)
	if len(bad) != 3 || !strings.HasPrefix(bad[0], "dense") || !strings.Contains(bad[0], "+3") && !strings.Contains(bad[0], "+29") {
		t.Errorf("marked in the table: %q", bad)
	}
	const physics = `document.querySelector("#scenario-list section:nth-of-type(4)")`
	b.do(physics + `.scrollIntoView()`)
	b.waitFor(`!!echarts.getInstanceByDom(` + physics + `.querySelector(".chart"))`)
	b.draws(`echarts.getInstanceByDom(`+physics+`.querySelector(".chart"))`, "scatter custom", "time per entity (ns/entity), less is better", "dense", "paged")
	b.look("regressions", "#changes")
	b.noProblems()
}
