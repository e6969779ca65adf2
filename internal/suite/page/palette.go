package page

import (
	"slices"

	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
)

// A Style defines how an implementation is drawn.
type Style struct {
	Light  string // #rrggbb on white
	Dark   string // #rrggbb on near-black
	Symbol Symbol
	Dash   Dash
	// Variant counts earlier implementations that differ only in options. It selects a lighter
	// shade where there is no line to dash.
	Variant int
}

// A Symbol marks a point.
type Symbol int

// The symbols.
const (
	Circle Symbol = iota
	Square
	Triangle
	Diamond
	symbols
)

// A Dash is a line style.
type Dash int

// The dashes.
const (
	Solid Dash = iota
	Dashed
	Dotted
	dashes
)

// contenders are the colours of libraries and designs, one more than ecsbench has. Any two are
// at least 0.07 apart in Oklab, in light and in dark.
var contenders = [...]struct{ light, dark string }{
	{"#0072B2", "#4DA3D9"}, // blue
	{"#D55E00", "#F07F2E"}, // vermillion
	{"#009E73", "#2FBF95"}, // green
	{"#CC79A7", "#DC93BC"}, // pink
	{"#B87A00", "#E69F00"}, // orange
	{"#882255", "#C95A90"}, // wine
	{"#3C9BD4", "#7CC7F2"}, // sky
	{"#332288", "#8E84E0"}, // indigo
	{"#7A7A1F", "#B5B548"}, // olive
	{"#8C4A1E", "#C98A5A"}, // brown
	{"#D3163A", "#FF5A5F"}, // red
	{"#007A87", "#2FB8C6"}, // teal
	{"#C2188B", "#F45CC0"}, // magenta
	{"#2D6A1F", "#5FAE45"}, // forest
	{"#9A45D6", "#C985F7"}, // purple
	{"#1F47D0", "#4A74FF"}, // royal blue
	{"#6FA000", "#BEE83A"}, // lime
	{"#B8566B", "#F2B8A8"}, // rose
}

// Styles returns the style of each implementation, by its index.
//
// The colours are those of Okabe and Ito ("Color Universal Design", 2008), which are
// distinguishable with all common kinds of colour blindness. Yellow and black are omitted (too
// weak and too strong on paper), and three of Paul Tol's "muted" scheme follow. Colour is never
// the only difference: neighbours in the list also differ in their symbol.
//
// A colour follows from the place in the registry, so it does not depend on what else was
// measured. Variants of one implementation (dense:dispatch=shared) share its colour and
// differ in their dash, and from the fourth on in their symbol. Everything else is grey.
func Styles(list []*report.Impl) []Style {
	places := contenderPlaces(list)
	variants := make(map[string]int)
	styles := make([]Style, len(list))
	for i, impl := range list {
		variant := variants[impl.Base]
		variants[impl.Base]++
		dash := Dash(variant % int(dashes))
		broken := Dash((int(Dashed) + variant) % int(dashes)) // of references: dashed first
		switch {
		case impl.Null:
			styles[i] = Style{"#AAAAAA", "#6A6A6A", Circle, Dotted, variant}
		case impl.Base == "soa":
			styles[i] = Style{"#333333", "#E8E8E8", Diamond, broken, variant}
		case impl.Role == results.Reference:
			styles[i] = Style{"#777777", "#9A9A9A", Square, broken, variant}
		default:
			place := places[impl.Base]
			c := contenders[place%len(contenders)]
			round := place / len(contenders)
			styles[i] = Style{c.light, c.dark, Symbol((place + round + variant/int(dashes)) % int(symbols)), dash, variant}
		}
	}
	return styles
}

// firstUnknown is the place of the first implementation that is not registered. It does not depend
// on how many are: a new design changes no page without it.
const firstUnknown = 7

// contenderPlaces numbers the libraries and designs. Known ones always have the same place.
// Unknown ones follow and prefer colours that are free.
func contenderPlaces(list []*report.Impl) map[string]int {
	places := make(map[string]int)
	for _, known := range registry.All() {
		if known.Role != results.Reference {
			places[known.Name] = len(places)
		}
	}
	var bases []string
	for _, impl := range list {
		if _, known := places[impl.Base]; known || !impl.Null && impl.Role != results.Reference {
			bases = lists.Add(bases, impl.Base)
		}
	}
	next := firstUnknown
	var taken [len(contenders)]int // how many bases have the colour
	for _, base := range bases {
		if place, known := places[base]; known {
			taken[place%len(taken)]++
		}
	}
	for _, base := range bases {
		if _, known := places[base]; known {
			continue
		}
		for taken[next%len(taken)] > slices.Min(taken[:]) {
			next++
		}
		places[base] = next
		taken[next%len(taken)]++
		next++
	}
	return places
}
