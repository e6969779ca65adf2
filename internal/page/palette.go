package page

import (
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/report"
)

// A Style is how an implementation is drawn.
type Style struct {
	Light  string // #rrggbb on white
	Dark   string // #rrggbb on near-black
	Symbol Symbol
	Dash   Dash
	// Variant counts those of the same implementation with other options
	// before it: a lighter shade, where there is no line to dash.
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

// A Dash is a way to draw a line.
type Dash int

// The dashes.
const (
	Solid Dash = iota
	Dashed
	Dotted
	dashes
)

var contenders = []struct{ light, dark string }{
	{"#0072B2", "#4DA3D9"}, // blue
	{"#D55E00", "#F07F2E"}, // vermillion
	{"#009E73", "#2FBF95"}, // green
	{"#CC79A7", "#DC93BC"}, // pink
	{"#B87A00", "#E69F00"}, // orange
	{"#882255", "#C95A90"}, // wine
	{"#3C9BD4", "#7CC7F2"}, // sky
	{"#332288", "#8E84E0"}, // indigo
	{"#7A7A1F", "#B5B548"}, // olive
}

// Styles returns the style of each implementation, by its index.
func Styles(list []*report.Impl) []Style {
	places, next := contenderPlaces()
	variants := make(map[string]int)
	styles := make([]Style, len(list))
	for i, impl := range list {
		variant := variants[impl.Base]
		variants[impl.Base]++
		dash := Dash(variant % int(dashes))
		switch {
		case impl.Null:
			styles[i] = Style{"#AAAAAA", "#6A6A6A", Circle, Dotted, variant}
		case impl.Base == "soa":
			styles[i] = Style{"#333333", "#E8E8E8", Diamond, Dashed, variant}
		case impl.Role == impls.Reference:
			styles[i] = Style{"#777777", "#9A9A9A", Square, Dashed, variant}
		default:
			place, ok := places[impl.Base]
			if !ok {
				place = next
				places[impl.Base] = place
				next++
			}
			c := contenders[place%len(contenders)]
			round := place / len(contenders)
			styles[i] = Style{c.light, c.dark, Symbol((place + round + variant/int(dashes)) % int(symbols)), dash, variant}
		}
	}
	return styles
}

// contenderPlaces numbers the known libraries and designs; unknown ones come behind them.
func contenderPlaces() (places map[string]int, next int) {
	places = make(map[string]int)
	for _, known := range registry.All() {
		if known.Role != impls.Reference {
			places[known.Name] = next
			next++
		}
	}
	return places, next
}
