package page

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/lists"
	"pgregory.net/rapid"
)

// A shape of results that a figure is drawn of: sizes by setting, and samples by implementation.
type drawnShape struct {
	impls   []string
	sizes   [][]int // by profile
	samples []int   // by implementation, repeated
	ages    []string
	suffix  []string // processors, repeated; all have the same profile
}

func (d drawnShape) text() string {
	var b strings.Builder
	for at, sizes := range d.sizes {
		fmt.Fprintf(&b, "profile: P%d\n", at/len(d.suffix))
		for i, impl := range d.impls {
			for _, n := range sizes {
				for _, age := range d.ages {
					for k := range d.samples[i%len(d.samples)] {
						fmt.Fprintf(&b, "BenchmarkIterate/impl=%s/comps=2/n=%d%s/mode=entity%s 1 %.4g ns/op\n",
							impl, n, age, d.suffix[at%len(d.suffix)], float64(10*(i+1))*math.Log(float64(n+1))*(1+0.1*float64(k)))
					}
				}
			}
		}
	}
	return b.String()
}

var (
	elevenImpls = strings.Fields("ecs ark arche donburi volt unitoftime gameengine simple teishoku ooftn andygeiss")
	shapeDraws  = rapid.Custom(func(t *rapid.T) drawnShape {
		size := rapid.SliceOfNDistinct(rapid.SampledFrom([]int{1, 100, 1000, 100000, 1000000}), 1, 4, rapid.ID[int])
		return drawnShape{
			impls:   elevenImpls[:rapid.IntRange(1, 11).Draw(t, "impls")],
			sizes:   rapid.SliceOfN(size, 1, 3).Draw(t, "sizes"),
			samples: rapid.SliceOfN(rapid.SampledFrom([]int{1, 5, 6, 9}), 1, 3).Draw(t, "samples"),
			ages:    rapid.SampledFrom([][]string{{""}, {"/aged=2"}, {"", "/aged=2"}}).Draw(t, "ages"),
			suffix:  rapid.SampledFrom([][]string{{"-2"}, {""}, {"", "-2"}}).Draw(t, "processors"),
		}
	})
	svgText = regexp.MustCompile(`<text[^>]*>([^<]*)</text>`)
)

// textsOf lists the texts of a figure.
func textsOf(t rapid.TB, f *Figure) (texts []string) {
	t.Helper()
	svg, err := f.SVG()
	fixture.Check(t, err)
	for _, found := range svgText.FindAllStringSubmatch(string(svg), -1) {
		texts = append(texts, found[1])
	}
	return texts
}

// Figures of ordinary results of every shape.
func TestFiguresOfEveryShape(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := shapeDraws.Draw(t, "shape")
		enough, few := slices.ContainsFunc(d.samples[:min(len(d.samples), len(d.impls))], func(n int) bool { return n >= 6 }), slices.ContainsFunc(d.samples[:min(len(d.samples), len(d.impls))], func(n int) bool { return n < 6 })
		figures := Figures(build(t, []byte(d.text())))
		if hasSamples := figures[len(figures)-1].Name == "samples"; hasSamples != enough {
			t.Fatalf("a picture of the samples: %v, enough of them: %v", hasSamples, enough)
		}
		for _, f := range figures {
			texts := textsOf(t, f)
			for _, text := range texts {
				if strings.Contains(text, "…") || strings.Contains(text, "gomaxprocs") {
					t.Fatalf("%s says %q", f.Name, text)
				}
			}
			if f.Name == "samples" {
				continue
			}
			notes := strings.Join(f.Notes, " ")
			if bars := strings.Contains(notes, withBars); bars != enough {
				t.Fatalf("%s says %q, and intervals are drawn: %v", f.Name, notes, enough)
			}
			if told := strings.Count(strings.Join(texts, " "), "fewer than 6 samples"); told > 1 || told == 1 != few {
				t.Fatalf("%s says %d times that samples are too few: %q", f.Name, told, texts)
			}
			// Each implementation is named at its line or its point, in each panel.
			rows := len(d.impls)
			if rows == 1 {
				rows = 0 // named above
			}
			named := lists.Count(texts, func(text string) bool { return slices.Contains(d.impls, text) })
			if want := rows * len(f.panels); named < want || len(f.legend) > 0 {
				t.Fatalf("%s has %d names in %d panels of %d implementations, and a legend of %d: %q", f.Name, named, len(f.panels), len(d.impls), len(f.legend), texts)
			}
		}
	})
}

// One place on the axis is a row of labelled points, several are a line.
func TestOnePlaceIsNoLine(t *testing.T) {
	d := drawnShape{impls: elevenImpls[:2], sizes: [][]int{{100, 1000}, {100000}}, samples: []int{6}, ages: []string{""}, suffix: []string{"", "-2"}}
	figures := Figures(build(t, []byte(d.text())))
	if len(figures) != 3 || figures[0].Name != "time-iterate" || figures[1].Name != "time-iterate-2" || figures[2].Name != "samples" {
		t.Fatalf("%d figures", len(figures))
	}
	lines, points := textsOf(t, figures[0]), textsOf(t, figures[1])
	for _, want := range []string{"entities", "1 processor, 2 components"} {
		if !slices.Contains(lines, want) {
			t.Errorf("lines: no %q in %q", want, lines)
		}
	}
	// The values stand beside the points: 20 and 40 times the logarithm of the size, with the
	// scatter of the samples.
	for _, want := range []string{"2 processors, 2 components, 100,000 entities", "ecs", "144 ns", "ark", "288 ns"} {
		if !slices.Contains(points, want) {
			t.Errorf("points: no %q in %q", want, points)
		}
	}
	if slices.Contains(points, "entities") || slices.Contains(lines, "288 ns") {
		t.Errorf("lines %q, points %q", lines, points)
	}
}

// Names of lines that end within a panel are apart, too.
func TestInnerLabelsAreApart(t *testing.T) {
	var b strings.Builder
	for i, impl := range []string{"ecs", "ark", "volt"} {
		for _, n := range []int{100, 1000, 10000} {
			for k := range 6 {
				if impl == "ecs" || n < 10000 {
					fmt.Fprintf(&b, "BenchmarkIterate/impl=%s/comps=2/n=%d/mode=entity-2 1 %.4g ns/op\n", impl, n, 10+0.1*float64(i+k))
				}
			}
		}
	}
	svg, err := Figures(build(t, []byte(b.String())))[0].SVG()
	fixture.Check(t, err)
	var heights []float64
	for _, found := range regexp.MustCompile(`<text x="[^"]*" y="([^"]*)"[^>]*>(?:ark|volt)</text>`).FindAllStringSubmatch(string(svg), -1) {
		y, err := strconv.ParseFloat(found[1], 64)
		fixture.Check(t, err)
		heights = append(heights, y)
	}
	if len(heights) != 2 || math.Abs(heights[0]-heights[1]) < 10 {
		t.Errorf("names at %v", heights)
	}
}

// Labels keep their order and distance, stay within the panel, and move only if they have to.
func TestLabelsAreApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		wanted := slices.Sorted(slices.Values(rapid.SliceOfN(rapid.Float64Range(0, 200), 1, 16).Draw(t, "wanted")))
		got := spaced(wanted, 11, 0, 200)
		moved := false
		for i := range got {
			if got[i] < -1e-9 || got[i] > 200+1e-9 || i > 0 && got[i]-got[i-1] < 11-1e-9 {
				t.Fatalf("%v became %v", wanted, got)
			}
			moved = moved || math.Abs(got[i]-wanted[i]) > 1e-9
		}
		crowded := false
		for i := range wanted[1:] {
			crowded = crowded || wanted[i+1]-wanted[i] < 11
		}
		if moved != crowded {
			t.Fatalf("%v moved: %v", wanted, got)
		}
	})
	if got := fmt.Sprint(spaced([]float64{50, 50, 50, 100}, 10, 0, 200)); got != "[40 50 60 100]" {
		t.Errorf("got %s", got)
	}
}
