package results_test

import (
	"math"
	"testing"

	"github.com/ecsbench/ecsbench/results"
)

// The properties of a unit follow from its name.
func TestUnitProperties(t *testing.T) {
	for _, test := range []struct {
		name              string
		better            int
		speed, time, rate bool
		memory            bool
		perEntity         bool
		says              string // of the best
	}{
		{"ns/op", -1, true, true, false, false, false, "Fastest %s"},
		{"sec/op", -1, true, true, false, false, false, "Fastest %s"},
		{"ns/entity", -1, true, true, false, false, true, "Fastest %s"},
		{"entities/s", +1, true, false, true, false, false, "Fastest %s"},
		{"cycles/entity", -1, true, false, false, false, true, "Fastest %s"},
		{"clock-GHz", 0, false, false, false, false, false, "Best %s"},
		{"B/op", -1, false, false, false, true, false, "Most compact %s"},
		{"retained-B/entity", -1, false, false, false, true, true, "Most compact %s"},
		{"allocs/op", -1, false, false, false, false, false, "Best %s"},
		// Units of other programs.
		{"p99-sec", -1, true, true, false, false, false, "Fastest %s"},
		{"ns-slowest/op", -1, true, true, false, false, false, "Fastest %s"},
		{"B/s", +1, true, false, true, false, false, "Fastest %s"},
		{"frames/sec", +1, true, false, true, false, false, "Fastest %s"},
		{"bytes/node", -1, false, false, false, true, false, "Most compact %s"},
		{"big-allocs/op", -1, false, false, false, false, false, "Best %s"},
		{"ms/op", -1, true, true, false, false, false, "Fastest %s"},
		{"p99-µs", -1, true, true, false, false, false, "Fastest %s"},
		{"us/frame", -1, true, true, false, false, false, "Fastest %s"},
		{"cpu-s", -1, true, true, false, false, false, "Fastest %s"},
		{"widgets", 0, false, false, false, false, false, "Best %s"},
		{"seconds", 0, false, false, false, false, false, "Best %s"},
		{"widgets/ns", 0, false, false, false, false, false, "Best %s"},
	} {
		u := results.UnitNamed(test.name)
		got := test
		got.name, got.better, got.speed, got.time, got.rate = u.Name, u.Better, u.IsSpeed(), u.IsTime(), u.IsRate()
		got.memory, got.perEntity, got.says = u.IsMemory(), u.PerEntity(), u.Words().Lead
		if got != test {
			t.Errorf("%+v, want %+v", got, test)
		}
	}
}

// x/perf writes ns/op as sec/op. It stays the same unit.
func TestTidiedUnitsAreKnown(t *testing.T) {
	for name, want := range map[string]results.Unit{
		"sec/op":        {Name: "sec/op", Title: "time per operation", Better: -1},
		"sec/entity":    {Name: "sec/entity", Title: "time per entity", Better: -1, Restates: "sec/op"},
		"ns/entity":     {Name: "ns/entity", Title: "time per entity", Better: -1, Restates: "ns/op"},
		"p99-sec/frame": {Name: "p99-sec/frame", Title: "the slowest of 100 frames", Better: -1},
		"widgets":       {Name: "widgets", Title: "widgets"},
	} {
		if got := results.UnitNamed(name); got != want {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
	seen := map[string]bool{}
	for _, u := range results.Units() {
		if seen[u.Name] || u.Title == "" || results.UnitNamed(u.Name) != u {
			t.Errorf("%+v is there twice, or is another by its name", u)
		}
		seen[u.Name] = true
		if r := u.Restates; r != "" && results.UnitNamed(r).Title == r {
			t.Errorf("%s restates %s, which is no unit", u.Name, r)
		}
	}
}

func TestDigits(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", 1e6: "1e+06", 999_999: "999999", 0.00009: "9e-05", 0.0001: "0.0001", 100: "100", 99.95: "100", 99.94: "99.9",
		9.995: "10.0", 9.994: "9.99", 0.9995: "1.00", 0.9994: "0.999", 0.0995: "0.100", -12.34: "-12.3", 1_234_567: "1.23e+06", 0.012345: "0.0123", -0.5: "-0.500",
	} {
		if got := results.Digits(v); got != want {
			t.Errorf("%v is written %s, want %s", v, got, want)
		}
	}
}

func TestFormat(t *testing.T) {
	for _, test := range []struct {
		unit  string
		value float64
		want  string
	}{
		{"B/op", math.NaN(), "no value"}, {"B/op", 24, "24 B"}, {"B/op", 0, "0 B"}, {"B/op", 1.5, "1.50 B"}, {"B/op", 1023, "1023 B"},
		{"B/op", 1023.488, "1.00 KiB"}, {"B/op", -2048, "-2.00 KiB"}, {"B/op", 3 << 30, "3.00 GiB"},
		{"ns/op", 1.72, "1.72 ns"}, {"ns/op", 999.4, "999 ns"}, {"ns/op", 999.5, "1.00 µs"}, {"ns/op", 0.001, "0.001 ns"}, {"sec/op", 2, "2.00 s"},
		{"ms/op", 0.5, "500 µs"}, {"p99-μs", 2e6, "2.00 s"}, {"s", 0.02, "20.0 ms"},
		{"entities/s", 5.81e8, "581 M/s"}, {"entities/s", 7, "7.00 /s"}, {"things", 41, "41"}, {"things", 999, "999"}, {"things", 12_345, "12.3 k"}, {"things", 2e15, "2e+06 G"},
	} {
		if got := results.UnitNamed(test.unit).Format(test.value); got != test.want {
			t.Errorf("%v %s is written %s, want %s", test.value, test.unit, got, test.want)
		}
	}
}

func TestHeading(t *testing.T) {
	for name, want := range map[string]string{"ns/entity": "time/entity", "LLd-misses/entity": "last-level cache misses/entity", "missed-frames": "frames longer than 16.7 ms"} {
		if got := results.UnitNamed(name).Heading(); got != want {
			t.Errorf("%s is headed %s, want %s", name, got, want)
		}
	}
}

func TestRevision(t *testing.T) {
	for want, e := range map[string]results.Environment{"abc": {Commit: "abc"}, "abc with changes": {Commit: "abc", Dirty: true}} {
		if got := e.Revision(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
