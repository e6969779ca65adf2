// Package conformance tests whether an implementation does the same work as
// all others. Any author of one can run it with a few lines:
//
//	func TestConformance(t *testing.T) { conformance.Run(t, mine.Implementation) }
//	func FuzzConformance(f *testing.F) { conformance.Fuzz(f, mine.Implementation) }
//
// The work is done by package check, which programs can use without tests.
package conformance

import (
	"maps"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/conformance/check"
)

// Run checks an implementation with each of its [Variants]. The default, which
// is what most runs measure, is checked in all ways: also by a state machine
// that rapid drives and shrinks, and with a million entities except under
// -short.
func Run(t *testing.T, impl impls.Implementation) {
	for i, v := range Variants(impl) {
		t.Run(v.Name, func(t *testing.T) {
			for j, way := range check.Ways(impl) {
				if i > 0 && j > 1 && way.Visit != impls.ByChunk { // options and ways of changing have little to do with each other
					continue
				}
				open := way.Opens(impl, v.Values)
				extent := check.Quick
				if i == 0 && j == 0 && !testing.Short() {
					extent = check.Everything
				}
				if err := check.World(open, extent); err != nil {
					t.Fatalf("called %s: %v", way, err)
				}
				if i == 0 {
					rapid.Check(t, func(t *rapid.T) { property(t, open) })
				}
			}
		})
	}
}

// Fuzz lets the fuzzer choose the variant and what is done to its world.
func Fuzz(f *testing.F, impl impls.Implementation) {
	variants := Variants(impl)
	for i := range variants {
		f.Add(byte(i), []byte("\x00\x00\x00\x05\x00\x09\x00\x13\x00\x01 spawn, and then what chance says \xff\x07"))
	}
	f.Fuzz(func(t *testing.T, variant byte, data []byte) {
		v := variants[int(variant)%len(variants)]
		ways := check.Ways(impl)
		m, err := check.NewMachine(ways[int(variant)%len(ways)].Opens(impl, v.Values))
		if err != nil {
			t.Fatal(err)
		}
		for src := check.NewBytes(data); !src.Empty(); {
			if err := m.Step(src); err != nil {
				t.Fatalf("%s: %v", v.Name, err)
			}
		}
	})
}

// property is that no sequence of actions makes a world differ from the model.
func property(t *rapid.T, open check.Open) {
	m, err := check.NewMachine(open)
	if err != nil {
		t.Fatal(err)
	}
	src := drawn{t}
	actions := map[string]func(*rapid.T){
		"": func(t *rapid.T) {
			if err := m.Compare(); err != nil {
				t.Fatal(err)
			}
		},
	}
	for _, a := range m.Actions() {
		actions[a.Name] = func(t *rapid.T) {
			if err := a.Do(src); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Repeat(actions)
}

// drawn lets rapid choose, so that it can shrink what it chose.
type drawn struct{ t *rapid.T }

func (d drawn) IntN(n int) int { return rapid.IntRange(0, n-1).Draw(d.t, "choice") }

// A Variant is an implementation with values for its options.
type Variant struct {
	Name   string // default, or the option that is not
	Values impls.Values
}

// Variants lists an implementation with its default options, and with each
// option at each other value in turn; of long ladders of values, such as block
// sizes, only the ends and the middle.
func Variants(impl impls.Implementation) []Variant {
	defaults := make(impls.Values)
	for _, o := range impl.Options {
		defaults[o.Name] = o.Default
	}
	variants := []Variant{{"default", defaults}}
	for _, o := range impl.Options {
		for _, value := range choices(o) {
			if value == o.Default {
				continue
			}
			values := maps.Clone(defaults)
			values[o.Name] = value
			variants = append(variants, Variant{o.Name + "=" + value, values})
		}
	}
	return variants
}

func choices(o impls.Option) []string {
	switch n := len(o.Values); {
	case n == 0:
		return []string{strconv.Itoa(o.Min), strconv.Itoa(o.Max)}
	case n > 8:
		return []string{o.Values[0], o.Values[n/2], o.Values[n-1]}
	}
	return o.Values
}
