package page_test

import (
	"github.com/chromedp/cdproto/emulation"
)

// contrast returns the elements with text whose contrast against what is
// behind them is below 4.5, the limit of WCAG 2 AA, or 3 for large text.
const contrast = `(() => {
	const parse = (c) => c.match(/[\d.]+/g).map(Number);
	const light = ([r, g, b]) => [r, g, b].map((v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; })
		.reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
	const known = new Map([[null, [255, 255, 255]]]);
	const behind = (e) => {
		if (!known.has(e)) { const c = parse(getComputedStyle(e).backgroundColor); known.set(e, c[3] === 0 ? behind(e.parentElement) : c); }
		return known.get(e);
	};
	const bad = new Set();
	let looked = 0;
	for (const e of document.querySelectorAll("body *")) {
		if (![...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()) || !e.checkVisibility()) continue;
		looked++;
		const style = getComputedStyle(e), a = light(parse(style.color)), b = light(behind(e));
		const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
		const large = parseFloat(style.fontSize) >= 24;
		if (ratio < (large ? 3 : 4.5)) bad.add(e.tagName + "." + e.className + " " + ratio.toFixed(2));
	}
	return looked < 100 ? ["only " + looked + " elements have text"] : [...bad];
})()`

func hasContrast(b *tab) {
	b.waitFor(`document.querySelectorAll("#scenario-list section").length === 5`)
	for _, scheme := range []string{"light", "dark"} {
		b.show(emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
		for _, bad := range eval[[]string](b, contrast) {
			b.t.Errorf("too little contrast where it is %s: %s", scheme, bad)
		}
		back := eval[string](b, `getComputedStyle(document.body).backgroundColor`)
		if (scheme == "dark") != (back == "rgb(20, 23, 28)") {
			b.t.Errorf("the background is %s where it is %s", back, scheme)
		}
		b.look(scheme+"-scenario", iterate)
		b.look(scheme+"-changes", "#changes")
	}
}

func prints(b *tab) {
	b.resize(1000)
	b.show(emulation.SetEmulatedMediaParams{
		Media: "print", Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}},
	})
	b.waitFor(`document.querySelectorAll("#scenario-list section").length === 5`)
	if back := eval[string](b, `getComputedStyle(document.body).backgroundColor`); back != "rgb(255, 255, 255)" {
		b.t.Errorf("paper is %s", back)
	}
	if shown := eval[bool](b, `document.getElementById("controls").checkVisibility()`); shown {
		b.t.Error("controls are printed")
	}
	b.look("print-scenario", "#scenario-list section:nth-of-type(4)")
}
