package page_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

// browserPath returns a Chromium, preferably a headless one, which starts faster.
func browserPath(t *testing.T) string {
	fixture.Long(t)
	t.Helper()
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	fixture.Lacks(t, "no Chromium in PATH: the page is not tested in a browser (Debian: apt-get install chromium-headless-shell)")
	return ""
}

// The browser is started by the first test, with two shared tabs, because each new tab
// compiles the page's scripts again.
var browser struct {
	once   sync.Once
	ctx    context.Context
	cancel func()
	err    error
	free   chan *tab // nil: not opened, or its test failed
}

func TestMain(m *testing.M) {
	code := m.Run()
	if browser.cancel != nil {
		browser.cancel()
	}
	os.Exit(code)
}

// roomForShared reports whether the browser can use /dev/shm.
var roomForShared = false

// A tab is an open page with its errors.
type tab struct {
	t    *testing.T
	life context.Context // of the tab
	ctx  context.Context // of the test
	path string          // of the page
	mu   sync.Mutex
	bad  []string // errors on the console, and requests that left the page
}

// take waits for a tab and reserves it until the test ends.
func take(t *testing.T) *tab {
	t.Helper()
	exe := browserPath(t)
	browser.once.Do(func() {
		options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(exe), chromedp.NoSandbox, chromedp.DisableGPU,
			// Many containers have a small /dev/shm; then files replace it.
			chromedp.Flag("disable-dev-shm-usage", !roomForShared),
			// Pages are not cached for going back, and no process is started in
			// advance: both cost time.
			chromedp.Flag("disable-features", "Translate,BackForwardCache,SpareRendererForSitePerProcess,WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup"),
			chromedp.Flag("enable-features", "NetworkServiceInProcess2"), chromedp.Flag("in-process-gpu", true), chromedp.Flag("no-zygote", true),
			// Pages are short-lived: optimised compilation and small young heaps do not
			// pay, nor do several threads of garbage collection.
			chromedp.Flag("js-flags", "--no-opt,--no-maglev,--min-semi-space-size=32,--single-threaded-gc"),
			chromedp.Flag("disable-background-networking", true), chromedp.Flag("hide-scrollbars", true))
		allocator, cancelAllocator := chromedp.NewExecAllocator(context.Background(), options...)
		ctx, cancel := chromedp.NewContext(allocator)
		browser.ctx, browser.cancel = ctx, func() { cancel(); cancelAllocator() }
		browser.err = chromedp.Do(ctx)
		first := &tab{life: ctx} // that it begins with
		if browser.err == nil {
			browser.err = chromedp.Listen(ctx, first.listen)
		}
		browser.free = make(chan *tab, 2)
		browser.free <- first
		if os.Getenv(pictures) == "" { // a tab behind another draws nothing
			browser.free <- nil
		}
	})
	if browser.err != nil {
		t.Fatal("start the browser:", browser.err)
	}
	b := <-browser.free
	t.Cleanup(func() {
		if t.Failed() {
			b = nil
		}
		browser.free <- b
	})
	if b == nil {
		b = &tab{}
		b.life, _ = chromedp.NewContext(browser.ctx)
		if err := chromedp.Do(b.life); err != nil {
			t.Fatal("open a tab:", err)
		}
		fixture.Check(t, chromedp.Listen(b.life, b.listen))
	}
	ctx, cancel := context.WithTimeout(b.life, 3*time.Minute)
	b.t, b.ctx = t, ctx
	t.Cleanup(cancel)
	return b
}

// open opens a page from disk in the tab until the test ends; fragment is the hash with its
// #. The media are those of CSS: {} is a screen in the light scheme.
func open(t *testing.T, path, fragment string, width int64, media emulation.SetEmulatedMediaParams) *tab {
	t.Helper()
	b := take(t)
	b.mu.Lock()
	b.bad = nil
	b.mu.Unlock()
	b.show(media)
	b.resize(width)
	b.load(path, fragment)
	return b
}

// load loads a page from disk.
func (b *tab) load(path, fragment string) {
	b.t.Helper()
	if b.path == path { // another fragment alone would not load it
		b.run(chromedp.Navigate("about:blank"))
	}
	b.path = path
	b.run(chromedp.Navigate("file://" + path + fragment))
}

// unfold opens all folded elements.
func (b *tab) unfold() {
	b.t.Helper()
	b.do(`document.querySelectorAll("details").forEach((d) => { d.open = true; })`)
}

func (b *tab) resize(width int64) {
	b.t.Helper()
	b.run(chromedp.EmulateViewport(width, 900))
}

// show selects the medium.
func (b *tab) show(media emulation.SetEmulatedMediaParams) {
	b.t.Helper()
	if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, media); err != nil {
		b.t.Fatal(err)
	}
}

func (b *tab) listen(event any) {
	problem := ""
	switch e := event.(type) {
	case *log.EventEntryAdded:
		problem = fmt.Sprintf("%s: %s", e.Entry.Level, e.Entry.Text)
	case *runtime.EventConsoleAPICalled:
		problem = "console." + string(e.Type)
	case *runtime.EventExceptionThrown:
		problem = "exception: " + e.ExceptionDetails.Text
	case *network.EventRequestWillBeSent:
		// The page itself, and images that are within it.
		if u := e.Request.URL; !strings.HasPrefix(u, "file:") && !strings.HasPrefix(u, "data:") && !strings.HasPrefix(u, "blob:") ||
			strings.HasPrefix(u, "file:") && !strings.HasSuffix(u, "/report.html") {
			problem = "request: " + u
		}
	}
	if problem != "" {
		b.mu.Lock()
		b.bad = append(b.bad, problem)
		b.mu.Unlock()
	}
}

// part is a subtest that continues on the same page.
func (b *tab) part(name string, does func(b *tab)) {
	whole := b.t
	whole.Run(name, func(t *testing.T) {
		b.t = t
		defer func() { b.t = whole }()
		does(b)
		b.noProblems()
	})
}

// noProblems requires no console errors and no requests.
func (b *tab) noProblems() {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, problem := range b.bad {
		b.t.Error("in the browser:", problem)
	}
}

func (b *tab) run(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, actions...); err != nil {
		b.t.Fatal(err)
	}
}

// eval evaluates JavaScript in the page.
func eval[T any](b *tab, script string) T {
	b.t.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](script))
	if err != nil {
		b.t.Fatalf("%s: %v", script, err)
	}
	return v
}

// do evaluates JavaScript for its effect.
func (b *tab) do(script string) {
	b.t.Helper()
	eval[chromedp.Void](b, script)
}

// waitFor waits until an expression is true.
func (b *tab) waitFor(expression string) {
	b.t.Helper()
	for range 1200 {
		if eval[bool](b, "Boolean("+expression+")") {
			return
		}
		time.Sleep(25 * time.Millisecond)
	}
	b.t.Fatal("waited in vain for", expression)
}

// pictures is the variable with the folder for pictures of [tab.look].
const pictures = "ECSBENCH_SCREENSHOTS"

// look saves a picture of a part of the page, for visual checks.
func (b *tab) look(name, selector string) {
	b.t.Helper()
	dir := os.Getenv(pictures)
	if dir == "" {
		return
	}
	// Charts are drawn and tables laid out when they come near the screen.
	b.do(`document.querySelectorAll(".scenario").forEach((s) => { s.style.contentVisibility = "visible"; }); dispatchEvent(new Event("beforeprint"))`)
	time.Sleep(300 * time.Millisecond)
	part := eval[page.Viewport](b, fmt.Sprintf(`(() => {
		const r = document.querySelector(%q).getBoundingClientRect()
		return {x: r.x + scrollX, y: r.y + scrollY, width: r.width, height: r.height, scale: 1}
	})()`, selector))
	picture, err := chromedp.Call(b.ctx, page.CaptureScreenshot, page.CaptureScreenshotParams{Clip: &part, CaptureBeyondViewport: new(true)})
	if err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), picture.Data, 0o644); err != nil {
		b.t.Fatal(err)
	}
}
