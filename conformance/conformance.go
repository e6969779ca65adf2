// Package conformance has the tests and benchmarks of implementations. Package registry runs
// them for those in its list, and authors of others call them:
//
//	func TestConformance(t *testing.T)    { conformance.Run(t, mine.Implementation) }
//	func FuzzConformance(f *testing.F)    { conformance.Fuzz(f, mine.Implementation) }
//	func TestGenerated(t *testing.T)      { conformance.Generated(t, ".") }
//	func BenchmarkScenarios(b *testing.B) { conformance.Benchmark(b, mine.Implementation) }
//
// [impls.Check] does the same work for programs, without tests.
package conformance

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/results"
)

// Run checks an implementation with each of its [Configurations]. The default has the most
// checks, including a state machine driven by rapid, and a million entities unless
// -short is set.
func Run(t *testing.T, impl impls.Implementation) {
	for i, v := range Configurations(impl) {
		t.Run(v.Name, func(t *testing.T) {
			for j, way := range impls.Ways(impl) {
				if i > 0 && (j > 1 && way.Visit != results.Chunk || j > 0 && testing.Short()) { // options hardly interact with the ways of changing
					continue
				}
				open := way.Opens(impl, v.Values)
				extent := impls.QuickCheck
				if i == 0 && j == 0 && !testing.Short() {
					extent = impls.FullCheck
				}
				if err := impls.Check(open, extent); err != nil {
					t.Fatalf("called %s: %v", way, err)
				}
				if i == 0 {
					rapid.Check(t, func(t *rapid.T) { property(t, open) })
				}
			}
		})
	}
}

// Fuzz lets the fuzzer choose the implementation, the configuration, the access modes and the
// operations.
func Fuzz(f *testing.F, impl ...impls.Implementation) {
	type choice struct {
		impls.Implementation
		Configuration
	}
	var choices []choice
	for _, i := range impl {
		for _, v := range Configurations(i) {
			choices = append(choices, choice{i, v})
		}
	}
	for i := range choices {
		f.Add(byte(i), []byte("\x00\x00\x00\x05\x00\x09\x00\x13\x00\x01 spawn, and then what chance says \xff\x07"))
	}
	f.Fuzz(func(t *testing.T, chosen byte, data []byte) {
		at, turn := int(chosen)%len(choices), int(chosen)/len(choices)
		c := choices[at]
		ways := impls.Ways(c.Implementation)
		way := ways[(at+turn)%len(ways)]
		m, err := impls.NewMachine(way.Opens(c.Implementation, c.Values))
		for src := impls.NewBytes(data); err == nil && !src.Empty(); {
			err = m.Step(src)
		}
		if err != nil {
			t.Fatalf("%s, %s, called %s: %v", c.Implementation.Name, c.Configuration.Name, way, err)
		}
	})
}

// property: no sequence of actions makes a world differ from the model.
func property(t *rapid.T, open impls.Open) {
	m, err := impls.NewMachine(open)
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

// drawn lets rapid choose, so that it can shrink the choices.
type drawn struct{ t *rapid.T }

func (d drawn) IntN(n int) int { return rapid.IntRange(0, n-1).Draw(d.t, "choice") }

// A Configuration is an implementation with values for its options.
type Configuration struct {
	Name   string // default, or the options that are not
	Values impls.Values
}

// Configurations lists an implementation with its default options, and with each option at
// each other value. Of long lists of values, such as block sizes, it takes the ends and
// the middle. Similar options, such as block.position and block.velocity, are set
// together: to different values, and in turn to each.
func Configurations(impl impls.Implementation) []Configuration {
	defaults := make(impls.Values)
	for _, o := range impl.Options {
		defaults[o.Name] = o.Default
	}
	list := []Configuration{{"default", defaults}}
	for rest := impl.Options; len(rest) > 0; {
		n := 1
		for n < len(rest) && alike(rest[0], rest[n]) {
			n++
		}
		others := choices(rest[0])
		for turn := range others {
			values := maps.Clone(defaults)
			var names []string
			for i, o := range rest[:n] {
				values[o.Name] = others[(turn+i)%len(others)]
				names = append(names, o.Name+"="+values[o.Name])
			}
			list = append(list, Configuration{strings.Join(names, ","), values})
		}
		rest = rest[n:]
	}
	return list
}

// alike reports whether two options have the same values.
func alike(a, b impls.Option) bool {
	of, _, many := strings.Cut(a.Name, ".")
	return many && strings.HasPrefix(b.Name, of+".") && slices.Equal(choices(a), choices(b))
}

// choices are the checked values of an option beside the default.
func choices(o impls.Option) []string {
	list := slices.Clone(o.Values)
	switch n := len(list); {
	case n == 0:
		list = []string{strconv.Itoa(o.Min), strconv.Itoa(o.Max)}
	case n > 8:
		list = []string{list[0], list[n/2], list[n-1]}
	}
	return slices.DeleteFunc(list, func(value string) bool { return value == o.Default })
}
