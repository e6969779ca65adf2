package page_test

// The browser tests open the pages in testdata in Chromium. TestPages checks that they are
// current. Scripts and style are those of this package.

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/suite/page"
)

// raw are the results in the pages.
const raw = "note: naïve 💥\nBenchmarkIterate/impl=dense/n=1000-2 1 5 ns/op\n"

// pageOf puts a page onto the disk and returns its path.
func pageOf(t *testing.T, name string) string {
	t.Helper()
	own := fixture.Read(t, filepath.Join("testdata", name+".html"))
	page, err := page.FillPage(string(own), raw)
	fixture.Check(t, err)
	return onDisk(t, page)
}

func onDisk(t *testing.T, page string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "report.html")
	fixture.Check(t, os.WriteFile(path, []byte(page), 0o644))
	return path
}

var screen emulation.SetEmulatedMediaParams

const (
	iterate = `#scenario-list section:nth-of-type(2)`
	rows    = iterate + ` tbody tr:not(.tip tr)` // what a chart shows on hover is a table too
)
