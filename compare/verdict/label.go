package verdict

import (
	"slices"

	"github.com/ecsbench/ecsbench/results"
)

// Labels returns how cases are called in print: by name, with whatever else
// tells one of these from another.
func Labels(keys []results.Key) func(results.Key) string {
	type part struct {
		prefix string
		field  func(results.Key) string
	}
	var parts []part
	for _, p := range []part{
		{"", func(k results.Key) string { return k.Machine }},
		{"", func(k results.Key) string { return k.Package }},
		{"", func(k results.Key) string { return k.Profile }},
		{"component-types=", func(k results.Key) string { return k.Types }},
		{"systems=", func(k results.Key) string { return k.Systems }},
	} {
		if slices.ContainsFunc(keys, func(k results.Key) bool { return p.field(k) != p.field(keys[0]) }) {
			parts = append(parts, p)
		}
	}
	return func(k results.Key) string {
		text := ""
		for _, p := range parts {
			if v := p.field(k); v != "" {
				text += p.prefix + v + " "
			}
		}
		return text + k.Name
	}
}
