package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/results"
)

// settings distinguishes configurations.
type settings struct {
	keys []string // that distinguish them, the profile first
	list []Setting
	at   map[*results.Case]int
}

// mostInLabel limits the keys in labels.
const mostInLabel = 8

// splitSettings finds a small list of keys that distinguish configurations. It splits the
// numbers of configurations by one key after the other, so each key takes one step per case.
func splitSettings(files []*results.File) settings {
	s := settings{at: make(map[*results.Case]int)}
	cases := casesOf(files)
	numbers, n := make([]int, len(cases)), min(1, len(cases))
	for _, key := range configurationKeys(cases) {
		if n == len(cases) {
			break
		}
		if finer, more := split(numbers, cases, key); more > n {
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
	return s
}

// split numbers the pairs of a number and the value of a key.
func split(numbers []int, cases []*results.Case, key string) (finer []int, n int) {
	type pair struct {
		number int
		value  string
	}
	known := make(map[pair]int)
	finer = make([]int, len(cases))
	for i, c := range cases {
		p := pair{numbers[i], value(c, key)}
		at, ok := known[p]
		if !ok {
			at = len(known)
			known[p] = at
		}
		finer[i] = at
	}
	return finer, len(known)
}

// value returns a configuration value, including the number at the end of the name.
func value(c *results.Case, key string) string {
	if key == "gomaxprocs" {
		return c.Keys[key]
	}
	return c.Config[key]
}

// configurationKeys lists all keys, the profile first. The number of processors is one if it
// differs within a scenario.
func configurationKeys(cases []*results.Case) []string {
	keys, processors := make(map[string]bool), make(map[string]string)
	for _, c := range cases {
		scenario, n := c.Keys[""], c.Keys["gomaxprocs"]
		if other, known := processors[scenario]; known && other != n {
			keys["gomaxprocs"] = true
		}
		processors[scenario] = n
		for key := range c.Config {
			keys[key] = true
		}
	}
	delete(keys, "profile")
	return append([]string{"profile"}, slices.Sorted(maps.Keys(keys))...)
}

func (s *settings) label(c *results.Case, number int) string {
	var parts []string
	for i, key := range s.keys {
		if i == mostInLabel {
			parts = append(parts, fmt.Sprintf("more keys: configuration %d", number+1))
			break
		}
		switch v := value(c, key); {
		case key == "gomaxprocs": // package testing leaves out 1
			n, _ := strconv.Atoi(cmp.Or(v, "1"))
			parts = append(parts, display.Count(n, "processor"))
		case v == "":
			parts = append(parts, Display(key)+" not recorded")
		case key == "profile":
			parts = append(parts, Display(v))
		default:
			parts = append(parts, Display(key+" "+v))
		}
	}
	return strings.Join(parts, ", ")
}

// occurring returns the settings of a file; all settings if every case failed.
func (s *settings) occurring(f *results.File) map[int]bool {
	found := make(map[int]bool)
	for _, c := range f.Cases {
		found[s.at[c]] = true
	}
	if len(f.Cases) == 0 {
		for at := range s.list {
			found[at] = true
		}
	}
	return found
}
