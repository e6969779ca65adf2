package summary

import (
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/results"
)

// settings tells configurations apart.
type settings struct {
	keys []string // that tell them apart, the profile first
	list []Setting
	at   map[string]int // by the values of keys
}

func splitSettings(files []*results.File) settings {
	s := settings{at: make(map[string]int)}
	for _, key := range varyingKeys(files) {
		if !s.follows(key, files) {
			s.keys = append(s.keys, key)
		}
	}
	for _, f := range files {
		for _, c := range f.Cases {
			id := s.id(c)
			if _, ok := s.at[id]; !ok {
				s.at[id] = len(s.list)
				s.list = append(s.list, Setting{Label: s.label(c), Config: c.Config})
			}
		}
	}
	if len(s.list) == 0 { // no case has a number; those that failed need a place too
		s.list = []Setting{{Config: map[string]string{}}}
	}
	return s
}

// value is that of a configuration key; the number at the end of a name counts
// as configuration too.
func value(c *results.Case, key string) string {
	if key == "gomaxprocs" {
		return c.Keys[key]
	}
	return c.Config[key]
}

// varyingKeys returns the keys with more than one value, the profile first.
func varyingKeys(files []*results.File) []string {
	first := make(map[string]string)
	varying := make(map[string]bool)
	cases := 0
	note := func(key, v string) {
		if was, ok := first[key]; !ok {
			first[key] = v
			if cases > 0 { // the cases before did without it
				varying[key] = true
			}
		} else if was != v {
			varying[key] = true
		}
	}
	for _, f := range files {
		for _, c := range f.Cases {
			for key, v := range c.Config {
				note(key, v)
			}
			for key := range first {
				note(key, value(c, key))
			}
			note("gomaxprocs", c.Keys["gomaxprocs"])
			cases++
		}
	}
	keys := make([]string, 0, len(varying))
	for key := range varying {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b string) int {
		switch {
		case a == "profile":
			return -1
		case b == "profile":
			return 1
		}
		return strings.Compare(a, b)
	})
	return keys
}

// follows tells whether the value of a key follows from those of s.keys, as
// the number of component types follows from the profile.
func (s *settings) follows(key string, files []*results.File) bool {
	if len(s.keys) == 0 {
		return false
	}
	known := make(map[string]string)
	for _, f := range files {
		for _, c := range f.Cases {
			id, v := s.id(c), value(c, key)
			if was, ok := known[id]; ok && was != v {
				return false
			}
			known[id] = v
		}
	}
	return true
}

func (s *settings) id(c *results.Case) string {
	values := make([]string, len(s.keys))
	for i, key := range s.keys {
		values[i] = value(c, key)
	}
	return strings.Join(values, "\x00")
}

func (s *settings) label(c *results.Case) string {
	parts := make([]string, len(s.keys))
	for i, key := range s.keys {
		switch v := value(c, key); {
		case v == "":
			parts[i] = "no " + Display(key)
		case key == "profile":
			parts[i] = Display(v)
		default:
			parts[i] = Display(key + " " + v)
		}
	}
	return strings.Join(parts, ", ")
}

func (s *settings) of(c *results.Case) int { return s.at[s.id(c)] }

// ofFile lists the settings that occur in a file; those of all files if it has
// none, as a file in which every case failed.
func (s *settings) ofFile(f *results.File) []int {
	var found []int
	for _, c := range f.Cases {
		if at := s.of(c); !slices.Contains(found, at) {
			found = append(found, at)
		}
	}
	if len(found) == 0 {
		for at := range s.list {
			found = append(found, at)
		}
	}
	return found
}
