package page

import (
	"bytes"
	"image/color"
	"image/png"
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
	fixture.Check(t, err)
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

// The lines of pictures are pinned by testdata/lines.txt. As PNG, a picture has the colours of its
// implementations.
func TestPNGHasTheColours(t *testing.T) {
	for _, f := range figures(t) {
		text, err := f.PNG()
		fixture.Check(t, err)
		img, err := png.Decode(bytes.NewReader(text))
		fixture.Check(t, err)
		colours, bounds := make(map[color.Color]bool), img.Bounds()
		for x := range bounds.Dx() {
			for y := range bounds.Dy() {
				colours[img.At(bounds.Min.X+x, bounds.Min.Y+y)] = true
			}
		}
		if orange := (color.RGBA{0xd5, 0x5e, 0x00, 0xff}); !colours[orange] { // of hashmap
			t.Errorf("%s has %d colours without %v", f.Name, len(colours), orange)
		}
	}
}

func TestSVGNamesTheUnits(t *testing.T) {
	for _, f := range figures(t) {
		text, err := f.SVG()
		fixture.Check(t, err)
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
