package folder_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/profiler"
	"github.com/ecsbench/ecsbench/profiler/cachegrind"
	"github.com/ecsbench/ecsbench/profiles"
	"github.com/ecsbench/ecsbench/report/folder"
)

// findings writes what a profile of two implementations could have found.
func findings(t *testing.T, hostile string) (dir string) {
	t.Helper()
	scale := profiles.Profile{Name: "A", ComponentTypes: 32, Systems: 16, Entities: []int{1000}, Components: []int{2}}
	subject := func(impl string, look float64, misses int64) *profiler.Subject {
		return &profiler.Subject{
			Case: "Physics/impl=" + impl + "/n=1000", Impl: impl, Visits: 1000,
			CPU: &profiler.CPU{
				Seconds: 1, Samples: 100, Plain: 1 + 10*look, Profiled: 1 + 10*look,
				Functions: []profiler.Function{{Name: "ecs.move" + hostile, Self: 1, Total: 1}},
				Causes:    []profiler.Share{{What: "map lookups", Value: look}, {What: profiler.OwnCode, Value: 1 - look}},
				Folded: []profiler.Stack{
					{Frames: []string{"ecs.run", "ecs.move" + hostile}, Value: 1 - look},
					{Frames: []string{"ecs.run", "ecs.move" + hostile, "runtime.lookup"}, Value: look},
				},
			},
			Cache: &profiler.Cache{By: profiler.ByCachegrind, Operations: 1, Op: cachegrind.References{Instructions: 10, Reads: 100 * misses, D1Reads: misses}},
		}
	}
	f := &profiler.Findings{
		Format:   profiler.Format,
		Plan:     profiler.Plan{Profile: scale, Scenario: "physics", Impls: []string{"hashmap", "dense"}},
		Subjects: []*profiler.Subject{subject("hashmap", 0.61, 4300), subject("dense", 0.05, 1000)},
	}
	dir = t.TempDir()
	if err := f.Save(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestPageShowsWhy(t *testing.T) {
	browserPath(t)
	t.Parallel()
	path := report(t, folder.Options{Files: write(t, small()), Profiles: []string{findings(t, `<script>alert(1)</script>`)}})
	b := open(t, path, "#why", 390, screen)
	b.waitFor(`document.querySelectorAll("#why .flame canvas").length === 2`)
	b.fits(390)
	b.resize(1280)
	b.waitFor(`[...document.querySelectorAll("#why .flame canvas")].every((c) => c.clientWidth > 1000)`)
	text := eval[string](b, `document.getElementById("why").textContent`)
	for _, want := range []string{
		"hashmap: 61% of the time in map lookups, 39% in the implementation's own code; 4.3x the D1 misses and 4.3x the data references of dense.",
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

func TestReportOfNoProfileIsRefused(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	_, err := folder.Write(folder.Options{Files: write(t, small()), Profiles: []string{t.TempDir()}, Out: out})
	if err == nil || !strings.Contains(err.Error(), "want a folder that ecsbench profile -o has written") {
		t.Errorf("got %v", err)
	}
	if got := names(t, filepath.Dir(out)); got != "" {
		t.Errorf("left %s", got)
	}
}
