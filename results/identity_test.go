package results_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/results"
)

// A label has the name and the parts that distinguish the case.
func TestLabelsOfKeys(t *testing.T) {
	a := results.Key{Package: "p", Profile: "A", Types: "32", Systems: "16", Machine: "m", Name: "X-2"}
	for _, test := range []struct {
		change func(k *results.Key)
		want   string // "label of a|label of the other"
	}{
		{func(k *results.Key) { k.Name = "Y-2" }, "X-2|Y-2"},
		{func(k *results.Key) { k.Machine = "n" }, "m X-2|n X-2"},
		{func(k *results.Key) { k.Package = "q" }, "p X-2|q X-2"},
		{func(k *results.Key) { k.Profile = "AA" }, "A X-2|AA X-2"},
		{func(k *results.Key) { k.Types = "64" }, "component-types=32 X-2|component-types=64 X-2"},
		{func(k *results.Key) { k.Systems = "" }, "systems=16 X-2|X-2"},
		{func(k *results.Key) { k.Package, k.Types = "q", "64" }, "p component-types=32 X-2|q component-types=64 X-2"},
	} {
		b := a
		test.change(&b)
		label := results.Labels([]results.Key{a, b})
		if got := label(a) + "|" + label(b); got != test.want {
			t.Errorf("%s, want %s", got, test.want)
		}
	}
}

// Full labels have the package and the profile.
func TestFullLabels(t *testing.T) {
	k := results.Key{Package: "p", Profile: "A", Types: "32", Name: "X-2"}
	if got := results.FullLabels([]results.Key{k})(k); got != "p A X-2" {
		t.Error(got)
	}
}

func cases(t testing.TB, text string) []*results.Case {
	t.Helper()
	f := fixture.Parse(t, text, "x.txt")
	return f.Cases
}

// Keys separate cases if they differ within a side, machines only if another side has one of them.
func TestIdentity(t *testing.T) {
	const line = "BenchmarkA-2 1 5 ns/op\n"
	for _, test := range []struct {
		ignored, old, now string
		want              string // keys of OLD
	}{
		{"", line, line, "A-2"},
		{"", "toolchain: base\n" + line, "toolchain: tip\n" + line, "A-2"},
		{"", "toolchain: base\n" + line + "toolchain: tip\n" + line, line, "toolchain=base A-2|toolchain=tip A-2"},
		{"", line, line + "toolchain: tip\n" + line, "A-2"},
		{"toolchain", "toolchain: base\n" + line + "toolchain: tip\n" + line, line, "A-2|A-2"},
		{"", "note: a b=1\n" + line + "note: a\nb: 1\n" + line, line, `note="a b=1" A-2|b=1 note=a A-2`},
		{"", "cpu: X  \n" + line + "cpu: X\n" + line, line, "A-2"}, // blanks at the end
		{"", "goos: linux\ncpu: X\n" + line + "cpu: Y\n" + line, "cpu: Y\ngoos: linux\n" + line, "linux/ X A-2|linux/ Y A-2"},
		{"", "cpu: X\n" + line + "cpu: Y\n" + line, "cpu: Z\n" + line, "A-2|A-2"},
		{"", "a: 1\nb: 2\nc: 3\n" + line + "a:\nc: 3\na: 1\n" + line, line, "A-2"}, // in another order
	} {
		d := results.IdentityOf(strings.Fields(test.ignored), cases(t, test.old), cases(t, test.now))
		keys := lists.Map(cases(t, test.old), d.Of)
		label := results.Labels(keys)
		if got := strings.Join(lists.Map(keys, label), "|"); got != test.want {
			t.Errorf("%q and %q: %s, want %s", test.old, test.now, got, test.want)
		}
	}
}

// Different names and configurations have different keys and labels, whatever their values.
func TestKeysAreDistinct(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.SampledFrom([]string{"a", "b", "a b", "a=b", `"a"`, "a/b", "/", "cpu a", "a b=1", "component-types=a", "linux", "p q", "x\"y z"})
		key := rapid.SampledFrom([]string{"pkg", "profile", "component-types", "systems", "goos", "goarch", "cpu", "a", "b", "note"})
		config := rapid.MapOfN(key, word, 0, 4)
		name := rapid.SampledFrom([]string{"A", "A-2", "A/b", "A/b-2", "A/=b", "A/b=1/b=2", "A/b=2/b=1", "B/impl=a/c", "B/c/impl=a"})
		var all []*results.Case
		for i := range rapid.IntRange(1, 12).Draw(t, "cases") {
			c := &results.Case{Name: name.Draw(t, fmt.Sprint("name ", i)), Config: config.Draw(t, fmt.Sprint("config ", i))}
			same := func(o *results.Case) bool { return o.Name == c.Name && fmt.Sprint(o.Config) == fmt.Sprint(c.Config) }
			if !slices.ContainsFunc(all, same) {
				all = append(all, c)
			}
		}
		keys := lists.Map(all, results.IdentityOf(nil, all).Of)
		if n := len(lists.Add(nil, keys...)); n != len(all) {
			t.Fatalf("%d keys of %d cases: %+v", n, len(all), keys)
		}
		for _, label := range []func(results.Key) string{results.Labels(keys), results.FullLabels(keys)} {
			if n := len(lists.Add(nil, lists.Map(keys, label)...)); n != len(all) {
				t.Fatalf("%d labels of %d cases: %q", n, len(all), lists.Map(keys, label))
			}
		}
	})
}

func TestSplitName(t *testing.T) {
	for name, want := range map[string]string{
		"A":                        "A  ",
		"A-8":                      "A  8",
		"Read/small-8":             "Read small 8",
		"Read/small/n=10/x=a=b":    "Read small,n=10,x=a=b ",
		"Read//-/=x":               "Read ,-,=x ",
		"A/gomaxprocs=4/a=1/a=2-8": "A gomaxprocs=4,a=1,a=2 8",
	} {
		scenario, parts, procs := results.SplitName(name)
		if got := fmt.Sprintf("%s %s %s", scenario, strings.Join(parts, ","), procs); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	got := results.ParseName("A/gomaxprocs=4/a=1/a=2/=x/b-8")
	if fmt.Sprint(got) != "map[:A a:1 gomaxprocs:8]" {
		t.Error(got)
	}
}
