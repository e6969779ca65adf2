package report

import (
	"fmt"
	"hash/maphash"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/ecsbench/ecsbench/results"
)

// settings distinguishes configurations.
type settings struct {
	keys []string // that distinguish them, the profile first
	more bool     // further keys were not examined
	list []Setting
	at   map[*results.Case]int
	in   map[*results.File][]int // settings of a file
}

// mostKeys limits the examined keys, mostInLabel those in labels. The rest is distinguished by
// whole configurations.
const (
	mostKeys    = 64
	mostInLabel = 8
)

// splitSettings finds the smallest list of keys that distinguish configurations. It splits the
// numbers of configurations by one key after the other, so each key takes one step per case.
func splitSettings(files []*results.File) settings {
	s := settings{at: make(map[*results.Case]int), in: make(map[*results.File][]int)}
	var cases []*results.Case
	for _, f := range files {
		cases = append(cases, f.Cases...)
	}
	numbers, n := make([]int, len(cases)), min(1, len(cases))
	for i, key := range varyingKeys(files) {
		if n == len(cases) {
			break
		}
		if i == mostKeys {
			numbers, n = split(numbers, cases, fingerprint)
			s.more = true
			break
		}
		if finer, more := split(numbers, cases, func(c *results.Case) string { return value(c, key) }); more > n {
			numbers, n = finer, more
			s.keys = append(s.keys, key)
		}
	}
	s.list = make([]Setting, n)
	for i, c := range cases {
		if at := numbers[i]; s.list[at].Config == nil {
			s.list[at] = Setting{Label: s.label(c, at), Config: c.Config}
		}
		s.at[c] = numbers[i]
	}
	if n == 0 { // no case has a number; failed ones need a setting
		s.list = []Setting{{Config: map[string]string{}}}
	}
	for _, f := range files {
		s.in[f] = s.occurring(f)
	}
	return s
}

// split numbers the pairs of a number and a value of the case.
func split(numbers []int, cases []*results.Case, of func(*results.Case) string) (finer []int, n int) {
	type pair struct {
		number int
		value  string
	}
	known := make(map[pair]int)
	finer = make([]int, len(cases))
	for i, c := range cases {
		p := pair{numbers[i], of(c)}
		at, ok := known[p]
		if !ok {
			at = len(known)
			known[p] = at
		}
		finer[i] = at
	}
	return finer, len(known)
}

var hashSeed = maphash.MakeSeed()

// fingerprint identifies a whole configuration, independent of the order of keys.
func fingerprint(c *results.Case) string {
	sum := maphash.Comparable(hashSeed, c.Keys["gomaxprocs"])
	for key, v := range c.Config {
		sum += maphash.Comparable(hashSeed, [2]string{key, v})
	}
	return strconv.FormatUint(sum, 36)
}

// value returns a configuration value, including the number at the end of the name.
func value(c *results.Case, key string) string {
	if key == "gomaxprocs" {
		return c.Keys[key]
	}
	return c.Config[key]
}

// varyingKeys returns the keys with more than one value, the profile first. Absence is a value.
func varyingKeys(files []*results.File) []string {
	type values struct {
		first string
		in    int // cases
	}
	known := map[string]*values{"gomaxprocs": {}}
	varying := make(map[string]bool)
	cases := 0
	note := func(key, v string) {
		k, ok := known[key]
		if !ok {
			k = &values{first: v}
			known[key] = k
		}
		if cases == 0 {
			k.first = v
		}
		if k.in++; v != k.first {
			varying[key] = true
		}
	}
	for _, f := range files {
		for _, c := range f.Cases {
			for key, v := range c.Config {
				note(key, v)
			}
			note("gomaxprocs", c.Keys["gomaxprocs"])
			cases++
		}
	}
	for key, k := range known {
		if k.in < cases && k.first != "" {
			varying[key] = true
		}
	}
	keys := slices.Sorted(maps.Keys(varying))
	if at := slices.Index(keys, "profile"); at > 0 {
		keys = slices.Insert(slices.Delete(keys, at, at+1), 0, "profile")
	}
	return keys
}

func (s *settings) label(c *results.Case, number int) string {
	var parts []string
	for i, key := range s.keys {
		if i == mostInLabel {
			break
		}
		switch v := value(c, key); {
		case v == "":
			parts = append(parts, "no "+Display(key))
		case key == "profile":
			parts = append(parts, Display(v))
		default:
			parts = append(parts, Display(key+" "+v))
		}
	}
	if s.more || len(s.keys) > mostInLabel {
		parts = append(parts, fmt.Sprintf("more keys: configuration %d", number+1))
	}
	return strings.Join(parts, ", ")
}

func (s *settings) of(c *results.Case) int { return s.at[c] }

// occurring lists the settings of a file; all settings if every case failed.
func (s *settings) occurring(f *results.File) []int {
	var found []int
	for _, c := range f.Cases {
		found = append(found, s.of(c))
	}
	if len(found) == 0 {
		for at := range s.list {
			found = append(found, at)
		}
	}
	return found
}
