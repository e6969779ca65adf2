package page_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// Eleven libraries and two references fit a usual screen, and each series has its name at its line.
func TestElevenLibrariesFit(t *testing.T) {
	browserPath(t)
	t.Parallel()
	b := open(t, pageOf(t, "eleven"), "", 1280, screen)
	for _, width := range []int64{1280, 400} {
		b.resize(width)
		b.waitFor(`[...document.querySelectorAll(".chart canvas")].every((c) => Math.abs(c.clientWidth - c.closest("section").clientWidth) < 2)`)
		b.do(`dispatchEvent(new Event("beforeprint"))`) // draws every chart
		b.draws(`echarts.getInstanceByDom(document.querySelector("#scenario-1 .chart"))`, "line custom", elevenLibraries...)
		labelled := eval[int](b, `echarts.getInstanceByDom(document.querySelector("#scenario-1 .chart")).getOption().series.filter((s) => s.endLabel && s.endLabel.show).length`)
		if labelled != len(elevenLibraries) {
			t.Errorf("%d pixels wide: %d of %d series are labelled at their lines", width, labelled, len(elevenLibraries))
		}
		outside := eval[[]string](b, `(() => {
			const chart = echarts.getInstanceByDom(document.querySelector("#scenario-1 .chart"));
			const grid = chart.getModel().getComponent("grid").coordinateSystem.getRect();
			return chart.getZr().storage.getDisplayList().filter((e) => e.type === "tspan" && e.style.text).map((e) => {
				const r = e.getBoundingRect().clone();
				if (e.transform) r.applyTransform(e.transform);
				return { text: e.style.text, x: r.x, top: r.y, under: r.y + r.height };
			}).filter((l) => l.x > grid.x + grid.width && (l.top < grid.y - 3 || l.under > grid.y + grid.height + 3)).map((l) => l.text);
		})()`)
		if len(outside) > 0 {
			t.Errorf("%d pixels wide: names of lines are outside of the panel: %q", width, outside)
		}
		if width == 1280 {
			if hidden := eval[int](b, `[...document.querySelectorAll(".heatmap:not([hidden])")].reduce((n, e) => n + e.scrollWidth - e.clientWidth, 0)`); hidden > 0 {
				t.Errorf("%d pixels of the heat map are hidden", hidden)
			}
		}
		if cut := eval[[]string](b, `[...document.querySelectorAll(".heatmap:not([hidden]) caption")].filter((c) => c.getBoundingClientRect().right > innerWidth).map((c) => c.textContent)`); len(cut) > 0 {
			t.Errorf("%d pixels wide: captions are cut: %q", width, cut)
		}
		if broken := eval[[]string](b, `[...document.querySelectorAll(".heatmap:not([hidden]) thead bdi")].filter((e) => e.scrollHeight > 1.9 * parseFloat(getComputedStyle(e).lineHeight)).map((e) => e.textContent)`); width == 1280 && len(broken) > 0 {
			t.Errorf("names in the head of the heat map are broken: %q", broken)
		}
		b.look("eleven-"+string(rune('0'+width/400)), "main")
		b.fits(int(width))
	}
	b.noProblems()
}

// Ratios compare within a role, so no colour of the heat map belongs to two roles.
func TestRolesShareNoColour(t *testing.T) {
	browserPath(t)
	t.Parallel()
	b := open(t, pageOf(t, "sparse"), "", 1280, screen)
	for _, scheme := range []string{"light", "dark"} {
		b.show(emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
		colours := eval[map[string][]string](b, `(() => {
			const found = {}, data = JSON.parse(document.getElementById("data").textContent);
			for (let role = 0; role < 3; role++) {
				const cell = document.createElement("td");
				document.querySelector(".heatmap tbody tr").append(cell);
				found[role] = [];
				for (let step = 0; step <= data.heatLimits.length; step++) {
					cell.className = "r" + role + " h" + step;
					found[role].push(getComputedStyle(cell).backgroundColor);
				}
				cell.remove();
			}
			return found;
		})()`)
		role := make(map[string]string)
		for of, list := range colours {
			for _, colour := range list {
				if other, taken := role[colour]; taken && other != of || strings.HasSuffix(colour, ", 0)") {
					t.Errorf("%s is a colour of the roles %s and %s where it is %s", colour, other, of, scheme)
				}
				role[colour] = of
			}
		}
		cells := eval[[]string](b, `[...document.querySelectorAll(".heatmap td[data-ratio]")].map((c) => c.className.match(/\br\d/)[0] + JSON.parse(document.getElementById("data").textContent).impls[c.dataset.impl].role)`)
		if slices.ContainsFunc(cells, func(c string) bool { return c[1] != c[2] }) || len(cells) < 20 {
			t.Errorf("cells have the colours of another role: %q", cells)
		}
		b.look("roles-"+scheme, "#heat")
	}
	b.noProblems()
}

// That samples are too few is stated once, and no warning twice.
func TestTooFewSamplesIsStatedOnce(t *testing.T) {
	browserPath(t)
	t.Parallel()
	b := open(t, pageOf(t, "sparse"), "", 1280, screen)
	b.unfold()
	b.do(`dispatchEvent(new Event("beforeprint"))`)
	if marks := eval[int](b, `document.querySelectorAll(".heatmap td.few, .heatmap td.enough").length`); marks != 0 {
		t.Errorf("%d cells are marked, although all have too few samples", marks)
	}
	if caption := eval[string](b, `document.querySelector(".heatmap caption").textContent`); !strings.HasSuffix(caption, ". All cells have fewer than 6 samples, so their precision is unknown.") {
		t.Errorf("the caption is %q", caption)
	}
	warnings := eval[[]string](b, `[...document.querySelectorAll(".warning")].map((w) => w.textContent)`)
	if len(warnings) != 2 || warnings[0] == warnings[1] {
		t.Errorf("warnings: %q", warnings)
	}
	if within := eval[int](b, `document.querySelectorAll("#scenario-list .warning").length`); within != 0 {
		t.Errorf("%d warnings are repeated at scenarios", within)
	}
	if heads := eval[string](b, `document.querySelector("table.cases thead").textContent`); strings.Contains(heads, "interval") {
		t.Errorf("a table without an interval has the columns %s", heads)
	}
	// Points at one place have their values beside them.
	b.draws(`echarts.getInstanceByDom(document.querySelector("#scenario-0 .chart"))`, "scatter", "ecs", "10.0 ns", "objects", "118 ns")
	b.noProblems()
}
