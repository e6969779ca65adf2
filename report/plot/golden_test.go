package plot

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/report/reporttest"
	"github.com/ecsbench/ecsbench/report/summary"
	"github.com/ecsbench/ecsbench/results"
	"github.com/ecsbench/ecsbench/results/golden"
)

func build(t testing.TB, text []byte) *summary.Report {
	t.Helper()
	f, err := results.Parse(bytes.NewReader(text), "made-up.txt")
	if err != nil {
		t.Fatal(err)
	}
	return summary.Build([]*results.File{f})
}

// figures are some of each kind.
func figures(t testing.TB) []*Figure {
	r := build(t, reporttest.Run{Impls: []string{"dense", "hashmap", "paged", "soa", "objects", "null", "dense:dispatch=shared"}, Samples: 6}.Text())
	one := build(t, reporttest.Run{Impls: []string{"dense", "hashmap", "soa"}, Entities: []int{1000}, Samples: 8}.Text())
	var list []*Figure
	for _, f := range Figures(r) {
		switch f.Name {
		case "time-iterate", "ratio-create", "throughput-dense", "memory", "samples", "distribution-physics":
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

// difference tells how many pixels differ visibly in the square in which most do.
func difference(a, b image.Image) (most int) {
	if a.Bounds() != b.Bounds() {
		return tile * tile
	}
	bounds := a.Bounds()
	differ := make(map[image.Point]int)
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			r1, g1, b1, _ := a.At(x, y).RGBA()
			r2, g2, b2, _ := b.At(x, y).RGBA()
			if apart(r1, r2) || apart(g1, g2) || apart(b1, b2) {
				at := image.Pt(x/tile, y/tile)
				differ[at]++
				most = max(most, differ[at])
			}
		}
	}
	return most
}

// apart allows for what rasterisers on other processors round differently.
func apart(a, b uint32) bool { return max(a, b)-min(a, b) > 0x3000 }

// tolerance is far below what a line in another colour or place changes.
const tolerance = 4

func TestFiguresLookAsTheyDid(t *testing.T) {
	all := figures(t)
	if len(all) != 7 {
		t.Fatalf("%d figures, want 7", len(all))
	}
	for _, f := range all {
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			got, err := f.PNG()
			if err != nil {
				t.Fatal(err)
			}
			want := golden.File(t, f.Name+".png", got)
			a, err := png.Decode(bytes.NewReader(got))
			if err != nil {
				t.Fatal(err)
			}
			b, err := png.Decode(bytes.NewReader(want))
			if err != nil {
				t.Fatal(err)
			}
			if now, before := fmt.Sprintf("%T", a), fmt.Sprintf("%T", b); now != before { // with a palette it is a third of the size
				t.Errorf("%s, was %s", now, before)
			}
			if d := difference(a, b); d > tolerance {
				wrong := filepath.Join(os.TempDir(), "ecsbench-"+f.Name+".png")
				os.WriteFile(wrong, got, 0o644)
				t.Errorf("%d pixels of a square differ from %s: look at %s, and if it is right run the test with -update", d, f.Name, wrong)
			}
		})
	}
}

// The comparison would see one line in another colour.
func TestToleranceIsTight(t *testing.T) {
	draw := func() image.Image {
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
	before := draw()
	if d := difference(before, draw()); d != 0 {
		t.Errorf("the same figure differs from itself in %d pixels of a square", d)
	}
	recoloured := image.NewRGBA(before.Bounds())
	orange := color.RGBA{0xd5, 0x5e, 0x00, 0xff} // of hashmap
	for y := range before.Bounds().Dy() {
		for x := range before.Bounds().Dx() {
			c := color.RGBAModel.Convert(before.At(x, y)).(color.RGBA)
			if apart(uint32(c.R)<<8, uint32(orange.R)<<8) || apart(uint32(c.G)<<8, uint32(orange.G)<<8) || apart(uint32(c.B)<<8, uint32(orange.B)<<8) {
				recoloured.Set(x, y, c)
			} else {
				recoloured.Set(x, y, color.RGBA{0, 0x72, 0xb2, 0xff})
			}
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
			"time-iterate":     {"time per entity", "entities", "10 ns", ">dense<", ">soa<", "1 component", "dense:dispatch=shared"},
			"ratio-create":     {"compared with soa", "10x", "100,000"},
			"throughput-dense": {"entities per second", "Iterate", "CreateRemove"},
			"memory":           {"bytes per entity", " B<"},
			"samples":          {"to median", "samples since"},
			"points":           {"time per entity", "1,000 entities", ">hashmap<"},
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
