package page

import (
	"fmt"
	"math"
	"strconv"
	"testing"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/report"
)

func known() []*report.Impl {
	var list []*report.Impl
	for _, i := range registry.All() {
		list = append(list, &report.Impl{Name: i.Name, Base: i.Name, Role: i.Role, Index: len(list)})
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
		if impl.Role == impls.Reference {
			continue
		}
		if other, ok := seen[s.Light]; ok {
			t.Errorf("%s and %s have the colour %s", other, impl.Name, s.Light)
		}
		seen[s.Light] = impl.Name
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
	light := func(s string) float64 {
		v, err := strconv.ParseUint(s[1:], 16, 32)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for i, weight := range []float64{0.0722, 0.7152, 0.2126} {
			c := float64(v>>(8*i)&0xff) / 255
			if c <= 0.03928 {
				c /= 12.92
			} else {
				c = math.Pow((c+0.055)/1.055, 2.4)
			}
			sum += weight * c
		}
		return sum
	}
	x, y := light(a)+0.05, light(b)+0.05
	return math.Max(x, y) / math.Min(x, y)
}
