package page_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

func firstCells(b *tab, column int) []string {
	return eval[[]string](b, `[...document.querySelectorAll("`+rows+`")].map((r) => r.cells[`+string(rune('0'+column))+`].textContent)`)
}

// TestPage checks one page in parts; all except the last three restore the table.
func TestPage(t *testing.T) {
	browserPath(t)
	t.Parallel()
	path := pageOf(t, "small")
	b := open(t, path, "", 1280, screen)
	b.part("shows values on hover", hovers)
	b.part("opens from disk in silence", opens)
	b.part("arranges the heat map", arranges)
	b.part("unfolds tables", unfolds)
	b.part("shows distributions", distributions)
	b.part("carries the raw results", carries)
	var filtered string
	b.part("sorts and filters", func(b *tab) { filtered = sortsAndFilters(b) })
	b.part("switches", switches)
	b.part("comes back", func(b *tab) { comesBack(b, path, filtered) })
	b.part("prints", prints)
}

// A page with nearly all sections, on a phone and a desktop.
func TestPageAgainstABaseline(t *testing.T) {
	browserPath(t)
	t.Parallel()
	b := open(t, pageOf(t, "baseline"), "", 390, screen)
	b.part("fits a phone", fitsAPhone)
	b.resize(1280)
	b.part("has contrast", hasContrast)
	b.part("fits a phone that is turned", func(b *tab) {
		b.do(`dispatchEvent(new Event("beforeprint"))`) // draws every chart, as wide as the desk
		b.resize(390)
		b.waitFor(`[...document.querySelectorAll(".chart canvas")].every((c) => c.clientWidth <= 390)`)
		b.fits(390)
	})
}

func opens(b *tab) {
	b.waitFor(`document.querySelectorAll("#scenario-list section").length === 5`)
	b.look("wide", iterate)
	b.do(`dispatchEvent(new Event("beforeprint"))`) // draws every chart
	if n := eval[int](b, `document.querySelectorAll(".chart canvas").length`); n < 5 {
		b.t.Errorf("%d charts are drawn, want 5", n)
	}
	if title := eval[string](b, iterateHeading); title != "Iterate, entity by entity" {
		b.t.Errorf("the second scenario is %q", title)
	}
}

// Scenarios along other axes than the size of the world.
func TestTicksAreAtThePlaces(t *testing.T) {
	browserPath(t)
	t.Parallel()
	b := open(t, pageOf(t, "places"), "", 390, screen)
	b.waitFor(`document.querySelectorAll("#scenario-list section").length === ` + strconv.Itoa(len(places)))
	b.do(`dispatchEvent(new Event("beforeprint"))`) // draws every chart
	for i, test := range places {
		chart := `echarts.getInstanceByDom(document.querySelector("#scenario-` + strconv.Itoa(i) + ` .chart"))`
		if got := eval[string](b, chart+`.getOption().xAxis[0].axisLabel.customValues.join(" ")`); got != test.ticks {
			t.Errorf("ticks of %v at %s, want %s", test.at, got, test.ticks)
		}
		b.draws(chart, "line")
	}
	b.look("places", "#scenario-list")
	b.noProblems()
}

func TestLongTextsAreNotCut(t *testing.T) {
	browserPath(t)
	t.Parallel()
	b := open(t, pageOf(t, "long"), "", 390, screen)
	b.do(`document.body.style.fontFamily = "monospace"`) // wider than the default of ECharts
	for _, width := range []int64{390, 1280} {
		b.resize(width)
		b.waitFor(`[...document.querySelectorAll(".chart canvas")].every((c) => Math.abs(c.clientWidth - c.closest("section").clientWidth) < 2)`)
		b.do(`dispatchEvent(new Event("beforeprint"))`) // draws every chart
		for i, kind := range []string{"line", "scatter"} {
			chart := `echarts.getInstanceByDom(document.querySelector("#scenario-` + strconv.Itoa(i) + ` .chart"))`
			drawn := strings.Join(b.draws(chart, kind), " ")
			for _, want := range []string{"bytes-that-the-world-retains/entity", "block.velocity=1024", "dispatch=broadcast"} {
				if !strings.Contains(strings.ReplaceAll(drawn, " ", ""), want) {
					t.Errorf("%d pixels wide: no %q is drawn, but %s", width, want, drawn)
				}
			}
		}
		b.look("long-"+strconv.Itoa(int(width)), "#scenario-list")
		b.fits(int(width))
	}
	b.noProblems()
}

// unfolds: tables are drawn when unfolded.
func unfolds(b *tab) {
	if n := eval[int](b, `document.querySelectorAll("table.cases").length`); n != 0 {
		b.t.Errorf("%d tables are drawn before they are unfolded", n)
	}
	b.run(chromedp.Click(iterate + ` details > summary`))
	b.waitFor(`document.querySelectorAll("` + rows + `").length > 0`)
	b.unfold()
}

const shownMap = `.heatmap:not([hidden])`

// arranges sorts the heat map, hides a row and a column, and shows them again.
func arranges(b *tab) {
	first := func() string {
		return eval[string](b, `document.querySelector("`+shownMap+` tbody tr:not([hidden])").dataset.row`)
	}
	averages := func() string {
		return eval[string](b, `[...document.querySelectorAll("`+shownMap+` tfoot td:not([hidden])")].map((c) => c.textContent).join(" ")`)
	}
	unsorted, all := first(), averages()
	if !strings.Contains(all, "x") {
		b.t.Errorf("the averages are %q", all)
	}
	last := shownMap + ` thead tr:last-child th:last-child button`
	b.run(chromedp.Click(last), chromedp.Click(last))
	if by := eval[string](b, `document.querySelector("`+shownMap+` thead tr:last-child th:last-child").getAttribute("aria-sort")`); by != "descending" {
		b.t.Errorf("two clicks sort %s", by)
	}
	ratios := eval[[]float64](b, `[...document.querySelectorAll("`+shownMap+` tbody tr")].map((r) => Number(r.lastElementChild.dataset.ratio)).filter((x) => x > 0)`)
	if len(ratios) < 3 || !slices.IsSortedFunc(ratios, func(x, y float64) int { return int(y - x) }) {
		b.t.Errorf("sorted descending the ratios are %v", ratios)
	}
	gone := first()
	b.run(chromedp.Click(shownMap + ` tbody tr:not([hidden]) .hide`))
	if first() == gone {
		b.t.Errorf("the row %s is still there", gone)
	}
	if hash := eval[string](b, `location.hash`); !strings.Contains(hash, "rows=") || !strings.Contains(hash, "sort=-") {
		b.t.Errorf("the URL is %s", hash)
	}
	b.run(chromedp.Click(`#heat-rows`))
	b.run(chromedp.Click(last))
	if got := first(); got != unsorted {
		b.t.Errorf("the first row was %s and is %s", unsorted, got)
	}
	columns := `document.querySelectorAll("` + shownMap + ` thead th[data-impl]:not([hidden])").length`
	n := eval[int](b, columns)
	b.run(chromedp.Click(`.chip[data-impl="1"]`))
	if got := eval[int](b, columns); got != n-1 {
		b.t.Errorf("%d columns without one of %d", got, n)
	}
	b.run(chromedp.Click(`.chip[data-impl="1"]`))
	if got := averages(); got != all {
		b.t.Errorf("the averages were %s and are %s", all, got)
	}
}

// The headline and the heat map of the same rows have the same average.
func TestAveragesAgree(t *testing.T) {
	browserPath(t)
	t.Parallel()
	b := open(t, pageOf(t, "averages"), "", 1280, screen)
	b.waitFor(`!document.querySelector("` + shownMap + ` tfoot").hidden`)
	headline := eval[string](b, `document.querySelector(".headline").textContent`)
	_, next, _ := strings.Cut(headline, " Next: ")
	label, ratio, _ := strings.Cut(next, " ")
	ratio, _, _ = strings.Cut(ratio, " ")
	got := eval[map[string]string](b, `(() => {
		const map = document.querySelector("`+shownMap+`"), all = {};
		for (const head of map.querySelectorAll("thead th[data-impl]")) {
			all[head.querySelector("button").dataset.sort] = map.querySelector("tfoot td[data-impl='" + head.dataset.impl + "']").textContent;
		}
		return all;
	})()`)
	if ratio == "" || got[label] != strings.TrimSuffix(ratio, ".") || got["paged"] != "1.00x" || got["treemap"] != "–" {
		t.Errorf("the headline is %q, the averages are %v", headline, got)
	}
	b.noProblems()
}

const iterateHeading = `document.querySelector("` + iterate + ` h3").textContent`

// sortsAndFilters returns the hash of the final view.
func sortsAndFilters(b *tab) (hash string) {
	b.waitFor(`document.querySelectorAll("` + rows + `").length > 0`)
	b.run(chromedp.Click(iterate + ` th[data-column="value"] button`))
	if got := firstCells(b, 0); !strings.HasPrefix(got[0], "soa") || !strings.HasPrefix(got[len(got)-1], "treemap") {
		b.t.Errorf("ascending by value: %q first and %q last", got[0], got[len(got)-1])
	}
	b.run(chromedp.Click(iterate + ` th[data-column="value"] button`))
	if got := firstCells(b, 0); !strings.HasPrefix(got[0], "treemap") {
		b.t.Errorf("descending by value: %q first", got[0])
	}
	if s := eval[string](b, `document.querySelector("`+iterate+` th[data-column=value]").getAttribute("aria-sort")`); s != "descending" {
		b.t.Errorf("aria-sort = %q", s)
	}
	b.run(chromedp.Focus(iterate + ` input`))
	if _, err := chromedp.Call(b.ctx, input.InsertText, input.InsertTextParams{Text: "paged 100,000"}); err != nil {
		b.t.Fatal(err)
	}
	b.waitFor(`document.querySelectorAll("` + rows + `").length === 1`)
	if got := firstCells(b, 0); got[0] != "paged" {
		b.t.Errorf("filtered: %q", got)
	}
	hash = eval[string](b, `location.hash`)
	b.do(`{ const i = document.querySelector("` + iterate + ` input"); i.value = ""; i.dispatchEvent(new Event("input")); }`)
	return hash
}

// comesBack opens the same view from its URL.
func comesBack(b *tab, path, hash string) {
	b.load(path, hash)
	b.waitFor(`document.querySelectorAll("` + rows + `").length === 1`)
	if got := firstCells(b, 0); got[0] != "paged" {
		b.t.Errorf("from the URL %s: %q", hash, got)
	}
}

func switches(b *tab) {
	b.waitFor(`document.querySelectorAll("` + rows + `").length === 27-3`) // null is off
	option := `echarts.getInstanceByDom(document.querySelector("` + iterate + ` .chart")).getOption()`
	b.do(`document.querySelector("` + iterate + `").scrollIntoView()`)
	b.waitFor(`!!echarts.getInstanceByDom(document.querySelector("` + iterate + ` .chart"))`)
	choose := func(id, value string) {
		b.t.Helper()
		b.do(`{ const s = document.getElementById("choose-` + id + `"); s.value = "` + value + `"; s.dispatchEvent(new Event("change")); }`)
	}
	if got := eval[string](b, option+`.yAxis[0].type`); got != "log" {
		b.t.Errorf("the axis is %q at first", got)
	}
	choose("scale", "linear")
	if got := eval[string](b, option+`.yAxis[0].type`); got != "value" {
		b.t.Errorf("the linear axis is %q", got)
	}
	choose("metric", "entities/s")
	if got := eval[string](b, option+`.yAxis[0].name`); got != "entities per second (entities/s), more is better" {
		b.t.Errorf("the axis says %q", got)
	}
	if got := eval[string](b, `document.querySelector("`+iterate+` th[data-column=value]").textContent`); got != "entities/s" {
		b.t.Errorf("the column says %q", got)
	}
	// A chart out of sight is drawn when it comes into sight.
	const last = `#scenario-list section:last-of-type`
	b.do(`document.querySelector("` + last + `").scrollIntoView()`)
	b.waitFor(`echarts.getInstanceByDom(document.querySelector("` + last + ` .chart")).getOption().yAxis[0].name.includes("(entities/s)")`)
	b.do(`document.querySelector("` + iterate + `").scrollIntoView()`)
	lines := option + `.series.filter((s) => s.type === "line").length`
	if n := eval[int](b, lines); n != 8 {
		b.t.Errorf("%d lines, want one for each implementation but null", n)
	}
	// A click scrolls to the chip, which may move the chart out of sight.
	b.run(chromedp.Click(`.chip[data-impl="0"]`))
	b.do(`document.querySelector("` + iterate + `").scrollIntoView()`)
	b.waitFor(lines + ` === 7`)
	choose("setting", "all")
	if n := eval[int](b, lines); n != 14 {
		b.t.Errorf("%d lines for two profiles", n)
	}
	choose("comps", "3")
	if got := firstCells(b, 2); got[0] != "3" {
		b.t.Errorf("components of the first row: %q", got[0])
	}
	hash := eval[string](b, `location.hash`)
	for _, want := range []string{"scale=linear", "metric=entities%2Fs", "setting=all", "at.comps=3", "off="} {
		if !strings.Contains(hash, want) {
			b.t.Errorf("the URL %s lacks %s", hash, want)
		}
	}
	choose("metric", "allocs/op")
	if note := eval[string](b, `document.querySelector("`+iterate+` .empty").textContent`); note != "" {
		b.t.Errorf("zeros on a linear scale are refused: %s", note)
	}
	choose("scale", "log")
	if note := eval[string](b, `document.querySelector("`+iterate+` .empty").textContent`); !strings.Contains(note, "zero") {
		b.t.Errorf("zeros on a logarithmic scale: %q", note)
	}
}

func hovers(b *tab) {
	b.do(`document.querySelector("` + iterate + `").scrollIntoView()`)
	chart := `echarts.getInstanceByDom(document.querySelector("` + iterate + ` .chart"))`
	b.waitFor(`!!` + chart)
	b.draws(chart, "line custom", "time per entity (ns/entity), less is better", "entities", "10k", "10.0 ns", "dense", "paged", "soa")
	if says := eval[string](b, chart+`.getDom().ariaLabel`); says != "Iterate, entity by entity: time per entity. The table below has the values." {
		b.t.Errorf("to those who do not see it the chart says %q", says)
	}
	at := eval[[]float64](b, `(() => {
		const box = document.querySelector("`+iterate+` .chart"), r = box.getBoundingClientRect();
		const p = echarts.getInstanceByDom(box).convertToPixel({ xAxisIndex: 0, yAxisIndex: 0 }, [10000, 100]);
		return [r.x + p[0], r.y + p[1]];
	})()`)
	b.run(chromedp.MouseEvent("mouseMoved", at[0], at[1]))
	b.waitFor(`!!document.querySelector("` + iterate + ` .tip")?.textContent`)
	tip := eval[string](b, `document.querySelector("`+iterate+` .tip").textContent`)
	for _, want := range []string{"10,000 entities", "dense", " ns to ", "n = 6"} {
		if !strings.Contains(tip, want) {
			b.t.Errorf("the tip lacks %q: %s", want, tip)
		}
	}
}

func fitsAPhone(b *tab) {
	b.waitFor(`document.querySelectorAll("#scenario-list section").length === 5`)
	b.look("phone", "#summary")
	b.look("phone-heat", "#heat")
	b.look("phone-scenario", iterate)
	b.do(`{ document.querySelectorAll("details").forEach((d) => { d.open = true; }); dispatchEvent(new Event("beforeprint")); }`)
	b.draws(`echarts.getInstanceByDom(document.querySelector("`+iterate+` .chart"))`, "line custom", "time per entity (ns/entity), less is better", "10k", "dense", "sortedslice")
	b.fits(390)
}

// draws requires a chart with these kinds of series and these texts, all inside the chart
// and without overlap, except scrolled ones. It returns all texts. ECharts silently ignores components that
// library.js does not register.
func (b *tab) draws(chart, series string, texts ...string) (all []string) {
	b.t.Helper()
	kinds := `((chart) => [...new Set(chart.getModel().getSeries().filter((s) => chart.getViewOfSeriesModel(s).group.childCount()).map((s) => s.subType))].join(" "))(` + chart + `)`
	if got := eval[string](b, kinds); got != series {
		b.t.Errorf("it draws series of kind %q, want %q", got, series)
	}
	type text struct {
		Text                    string
		Left, Right, Top, Under float64
		Clipped                 bool
	}
	drawn := eval[[]text](b, chart+`.getZr().storage.getDisplayList().filter((e) => e.type === "tspan" && e.style.text && !e.parent.invisible).map((e) => {
		const r = e.getBoundingRect().clone(), m = e.transform;
		if (m) r.applyTransform(m);
		return { Text: e.style.text, Left: r.x, Right: r.x + r.width, Top: r.y, Under: r.y + r.height, Clipped: Boolean(e.__clipPaths?.length) };
	})`)
	width := eval[float64](b, chart+`.getWidth()`)
	const touch = 2 // pixels by which boxes of letters may overlap
	for i, t := range drawn {
		all = append(all, t.Text)
		if t.Clipped {
			continue
		}
		if t.Left < -touch || t.Right > width+touch {
			b.t.Errorf("%q goes from %g to %g of %g", t.Text, t.Left, t.Right, width)
		}
		for _, o := range drawn[:i] {
			if !o.Clipped && min(t.Right, o.Right)-max(t.Left, o.Left) > touch && min(t.Under, o.Under)-max(t.Top, o.Top) > touch {
				b.t.Errorf("%q is drawn over %q", t.Text, o.Text)
			}
		}
	}
	for _, want := range texts {
		if !slices.Contains(all, want) {
			b.t.Errorf("no %q is drawn, but %q", want, all)
		}
	}
	return all
}

// fits requires that only scrolling elements are wider than the screen.
func (b *tab) fits(width int) {
	b.t.Helper()
	if w := eval[int](b, `document.documentElement.scrollWidth`); w > width {
		b.t.Errorf("the page is %d pixels wide", w)
	}
	over := eval[[]string](b, `[...document.querySelectorAll("body *")].filter((e) => !e.closest(".wide") && e.getBoundingClientRect().right > `+strconv.Itoa(width)+`.5)
		.map((e) => e.tagName + "." + e.className)`)
	if len(over) > 0 {
		b.t.Errorf("beyond the edge: %v", over)
	}
}
