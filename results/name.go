package results

import (
	"strings"

	"golang.org/x/perf/benchfmt"
)

// SplitName splits the name of a case: the scenario, the parts after it without their slashes,
// and the number of processors at the end, "" if there is none.
func SplitName(full string) (scenario string, parts []string, procs string) {
	base, all := benchfmt.Name(full).Parts()
	for _, part := range all {
		if number, ok := strings.CutPrefix(string(part), "-"); ok {
			procs = number
			continue
		}
		parts = append(parts, strings.TrimPrefix(string(part), "/"))
	}
	return string(base), parts, procs
}

// TrimProcs returns the name of a case without the number of processors at the end.
func TrimProcs(full string) string {
	_, _, procs := SplitName(full)
	if procs == "" {
		return full
	}
	return strings.TrimSuffix(full, "-"+procs)
}

// ParseName returns the values in the name of a case: "" is the scenario, "gomaxprocs" the number
// at the end, and the others are of parts such as n=10. Parts without a key have no value here.
func ParseName(full string) map[string]string {
	scenario, parts, procs := SplitName(full)
	keys := map[string]string{"": scenario}
	if procs != "" {
		keys["gomaxprocs"] = procs
	}
	for _, part := range parts {
		key, value, ok := strings.Cut(part, "=")
		if _, known := keys[key]; ok && !known && key != "gomaxprocs" {
			keys[key] = value
		}
	}
	return keys
}
