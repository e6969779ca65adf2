package page

import (
	"fmt"
	"math"
	"strconv"
	"testing"

	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
)

func known() []*report.Impl {
	var list []*report.Impl
	for _, i := range registry.All() {
		list = append(list, &report.Impl{Name: i.Name, Base: i.Name, Role: i.Role, Null: i.Null, Index: len(list)})
	}
	return list
}

func TestColoursDoNotDependOnWhatElseWasMeasured(t *testing.T) {
	all := known()
	styles := Styles(all)
	for i, impl := range all {
		if alone := Styles([]*report.Impl{impl})[0]; alone != styles[i] {
			t.Errorf("%s is %v alone and %v among others", impl.Name, alone, styles[i])
		}
	}
}

func TestContendersDiffer(t *testing.T) {
	seen := make(map[string]string)
	for i, s := range Styles(known()) {
		impl := known()[i]
		if impl.Role == results.Reference {
			continue
		}
		if other, ok := seen[s.Light]; ok {
			t.Errorf("%s and %s have the colour %s", other, impl.Name, s.Light)
		}
		seen[s.Light] = impl.Name
	}
}

// Any number of libraries up to that of the colours can be drawn together, whether the
// registry lists them or not, in any order.
func TestAllOfARunDiffer(t *testing.T) {
	var libraries, many []*report.Impl
	for _, name := range []string{"ecs", "ark", "arche", "donburi", "volt", "unitoftime", "gameengine", "simple", "teishoku", "ooftn", "soa"} {
		libraries = append(libraries, &report.Impl{Name: name, Base: name, Role: results.Library})
	}
	libraries[len(libraries)-1].Role = results.Reference
	for i := range contenders {
		name := fmt.Sprint("mine", i)
		many = append(many, &report.Impl{Name: name, Base: name})
	}
	many[3] = &report.Impl{Name: "dense", Base: "dense"}
	for _, list := range [][]*report.Impl{libraries, many, append(known(), libraries...)} {
		seen := make(map[string]string)
		for i, s := range Styles(list) {
			for _, colour := range []string{"light " + s.Light, "dark " + s.Dark} {
				if other, taken := seen[colour]; taken && other != list[i].Base {
					t.Errorf("%s and %s of %d are both %s", other, list[i].Base, len(list), colour)
				}
				seen[colour] = list[i].Base
			}
		}
	}
}

func TestColoursAreFarApart(t *testing.T) {
	styles := Styles(known()) // includes the greys of references
	var light, dark []string
	for _, s := range styles {
		light, dark = append(light, s.Light), append(dark, s.Dark)
	}
	for _, c := range contenders {
		light, dark = append(light, c.light), append(dark, c.dark)
	}
	for _, colours := range [][]string{light, dark} {
		for i, a := range colours {
			for _, b := range colours[:i] {
				if d := distance(t, a, b); a != b && d < 0.07 {
					t.Errorf("%s and %s are only %.3f apart", a, b, d)
				}
			}
		}
	}
}

// distance is that of two colours in Oklab, from B. Ottosson, "A perceptual color space for
// image processing" (2020).
func distance(t *testing.T, a, b string) float64 {
	lab := func(s string) [3]float64 {
		r, g, b := linear(t, s)
		l := math.Cbrt(0.4122214708*r + 0.5363325363*g + 0.0514459929*b)
		m := math.Cbrt(0.2119034982*r + 0.6806995451*g + 0.1073969566*b)
		n := math.Cbrt(0.0883024619*r + 0.2817188376*g + 0.6299787005*b)
		return [3]float64{
			0.2104542553*l + 0.7936177850*m - 0.0040720468*n,
			1.9779984951*l - 2.4285922050*m + 0.4505937099*n,
			0.0259040371*l + 0.7827717662*m - 0.8086757660*n,
		}
	}
	x, y := lab(a), lab(b)
	return math.Hypot(x[0]-y[0], math.Hypot(x[1]-y[1], x[2]-y[2]))
}

func TestVariantsOfReferencesDiffer(t *testing.T) {
	var list []*report.Impl
	for _, name := range []string{"soa", "soa:loop=unrolled", "soa:loop=simd"} {
		list = append(list, &report.Impl{Name: name, Base: "soa", Role: results.Reference})
	}
	seen := make(map[Dash]string)
	for i, s := range Styles(list) {
		if other, taken := seen[s.Dash]; taken {
			t.Errorf("%s is drawn as %s is", list[i].Name, other)
		}
		seen[s.Dash] = list[i].Name
	}
	if Styles(list)[0].Dash != Dashed {
		t.Error("the usual reference is not dashed")
	}
}

func TestVariantsShareTheColour(t *testing.T) {
	var list []*report.Impl
	for _, name := range []string{"paged", "paged:block=1", "paged:block=16", "paged:block=1024", "paged:block=65536"} {
		list = append(list, &report.Impl{Name: name, Base: "paged"})
	}
	type line struct {
		symbol Symbol
		dash   Dash
	}
	seen := make(map[line]string)
	for i, s := range Styles(list) {
		name, lines := list[i].Name, line{s.Symbol, s.Dash}
		if other, taken := seen[lines]; taken || s.Light != Styles(list)[0].Light {
			t.Errorf("%s is drawn as %s is, or in another colour: %v", name, other, s)
		}
		seen[lines] = name
	}
}

// Variants share the colour of their base, even of unknown ones, and each has its own
// symbol.
func TestStrangersHaveColoursToo(t *testing.T) {
	const variants = 40
	bases := []string{known()[0].Base, "mine", "yours"}
	var list []*report.Impl
	for _, base := range bases {
		for v := range variants {
			list = append(list, &report.Impl{Name: fmt.Sprintf("%s:x=%d", base, v), Base: base, Index: len(list)})
		}
	}
	styles := Styles(list)
	for i, s := range styles {
		if s.Light != styles[i/variants*variants].Light || s.Symbol < 0 || s.Symbol >= symbols {
			t.Errorf("%s has the symbol %d in %s", list[i].Name, s.Symbol, s.Light)
		}
	}
	if styles[variants].Light == styles[2*variants].Light {
		t.Errorf("%s and %s look alike", bases[1], bases[2])
	}
}

// Lines are visible on paper and on a dark screen: WCAG requires a contrast of 3.
func TestColoursAreSeen(t *testing.T) {
	for i, c := range contenders {
		if r := contrast(t, c.light, "#FFFFFF"); r < 2.9 {
			t.Errorf("contender %d has a contrast of %.2f on white", i, r)
		}
		if r := contrast(t, c.dark, "#14171c"); r < 3 {
			t.Errorf("contender %d has a contrast of %.2f on dark", i, r)
		}
	}
}

// contrast is the ratio that WCAG 2 defines.
func contrast(t *testing.T, a, b string) float64 {
	luminance := func(s string) float64 {
		r, g, b := linear(t, s)
		return 0.2126*r + 0.7152*g + 0.0722*b
	}
	x, y := luminance(a)+0.05, luminance(b)+0.05
	return math.Max(x, y) / math.Min(x, y)
}

// linear returns the parts of an sRGB colour as shares of light.
func linear(t *testing.T, s string) (r, g, b float64) {
	v, err := strconv.ParseUint(s[1:], 16, 32)
	fixture.Check(t, err)
	part := func(shift uint) float64 {
		c := float64(v>>shift&0xff) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return part(16), part(8), part(0)
}
