package page

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
)

func build(t rapid.TB, text []byte) *report.Report {
	t.Helper()
	f, err := results.Parse(bytes.NewReader(text), "made-up.txt")
	if err != nil {
		t.Fatal(err)
	}
	return report.Build([]*results.File{f}, measure.Catalogue())
}

// figures are some of each kind.
func figures(t testing.TB) []*Figure {
	r := build(t, fixture.MadeUpRun{Impls: []string{"dense", "hashmap", "paged", "soa", "objects", "null", "dense:dispatch=shared"}, Samples: 6}.Text())
	one := build(t, fixture.MadeUpRun{Impls: []string{"dense", "hashmap", "soa"}, Entities: []int{1000}, Samples: 8}.Text())
	var list []*Figure
	for _, f := range Figures(r) {
		switch f.Name {
		case "time-iterate", "samples":
			list = append(list, f)
		}
	}
	for _, f := range Figures(one) {
		if f.Name == "time-physics" {
			f.Name = "points"
			list = append(list, f)
		}
	}
	return list
}

// tile is the side of a square in which differences are counted.
const tile = 32

// difference returns the number of visibly different pixels in the worst square.
func difference(a, b image.Image) (most int) {
	if a.Bounds() != b.Bounds() {
		return tile * tile
	}
	p, q := pixels(a), pixels(b)
	differ := make(map[image.Point]int)
	for i := 0; i < len(p.Pix); i += 4 {
		if r, s := p.Pix[i:i+4], q.Pix[i:i+4]; !bytes.Equal(r, s) && (plotApart(r[0], s[0]) || plotApart(r[1], s[1]) || plotApart(r[2], s[2])) {
			at := image.Pt(i%p.Stride/4/tile, i/p.Stride/tile)
			differ[at]++
			most = max(most, differ[at])
		}
	}
	return most
}

// pixels returns a compact copy of the image.
func pixels(of image.Image) *image.RGBA {
	img := image.NewRGBA(of.Bounds())
	draw.Draw(img, img.Bounds(), of, of.Bounds().Min, draw.Src)
	return img
}

// plotApart allows for rounding by other processors.
func plotApart(a, b uint8) bool { return max(a, b)-min(a, b) > 0x30 }

// tolerance is far below what a line in another colour or place changes.
const tolerance = 4

func TestFiguresLookAsTheyDid(t *testing.T) {
	all := figures(t)
	if len(all) != 3 {
		t.Fatalf("%d figures, want 3", len(all))
	}
	for _, f := range all {
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			got, err := f.PNG()
			if err != nil {
				t.Fatal(err)
			}
			want := fixture.GoldenFile(t, f.Name+".png", got)
			a, err := png.Decode(bytes.NewReader(got))
			if err != nil {
				t.Fatal(err)
			}
			b, err := png.Decode(bytes.NewReader(want))
			if err != nil {
				t.Fatal(err)
			}
			if d := difference(a, b); d > tolerance {
				wrong := filepath.Join(os.TempDir(), "ecsbench-"+f.Name+".png")
				os.WriteFile(wrong, got, 0o644)
				t.Errorf("%d pixels of a square differ from %s: look at %s, and if it is right run the test with -update", d, f.Name, wrong)
			}
		})
	}
}

// The comparison detects one line in another colour.
func TestToleranceIsTight(t *testing.T) {
	again := func() image.Image {
		f := figures(t)[0]
		text, err := f.PNG()
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return img
	}
	before := again()
	if d := difference(before, again()); d != 0 {
		t.Errorf("the same figure differs from itself in %d pixels of a square", d)
	}
	recoloured := pixels(before)
	orange := color.RGBA{0xd5, 0x5e, 0x00, 0xff} // of hashmap
	for i := 0; i < len(recoloured.Pix); i += 4 {
		if c := recoloured.Pix[i : i+4]; !plotApart(c[0], orange.R) && !plotApart(c[1], orange.G) && !plotApart(c[2], orange.B) {
			copy(c, []byte{0, 0x72, 0xb2, 0xff})
		}
	}
	if d := difference(before, recoloured); d < 2*tolerance {
		t.Errorf("a line in another colour changes %d pixels of a square, the tolerance is %d", d, tolerance)
	}
}

func TestSVGNamesTheUnits(t *testing.T) {
	for _, f := range figures(t) {
		text, err := f.SVG()
		if err != nil {
			t.Fatal(err)
		}
		want := map[string][]string{
			"time-iterate": {"time per entity", "entities", "10 ns", ">dense<", ">soa<", "1 component", "dense:dispatch=shared"},
			"samples":      {"to median", "samples since"},
			"points":       {"time per entity", "1,000 entities", ">hashmap<"},
		}[f.Name]
		for _, w := range want {
			if !strings.Contains(string(text), w) {
				t.Errorf("%s does not say %q", f.Name, w)
			}
		}
		if strings.Contains(string(text), ">null<") {
			t.Errorf("%s shows null, which is ranked nowhere", f.Name)
		}
	}
}
