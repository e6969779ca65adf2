package cmd

import (
	"slices"
	"strings"
	"testing"
)

func TestDoubleDashes(t *testing.T) {
	for _, c := range []struct{ in, want []string }{
		{[]string{"compare", "-col", "/impl", "-row=.name", "f"}, []string{"compare", "--col", "/impl", "--row=.name", "f"}},
		{[]string{"compare", "-filter", "-col", "f"}, []string{"compare", "--filter", "-col", "f"}}, // a value that looks like a flag
		{[]string{"compare", "--col", "-row", "f"}, []string{"compare", "--col", "-row", "f"}},
		{[]string{"gate", "-all", "-format", "json", "a", "b"}, []string{"gate", "--all", "--format", "json", "a", "b"}}, // -all has no value
		{[]string{"compare", "-x", "-nope", "-"}, []string{"compare", "-x", "-nope", "-"}},
		{[]string{"compare", "--", "-col"}, []string{"compare", "--", "-col"}},
		{[]string{"-h"}, []string{"-h"}},
		{nil, nil},
	} {
		if got := doubleDashes(newRootCommand(), c.in); !slices.Equal(got, c.want) {
			t.Errorf("%q: got %q, want %q", c.in, got, c.want)
		}
	}
}

// Values that are empty or negative, as from a variable that is not set, are rejected before
// anything begins.
func TestEmptyAndNegativeValues(t *testing.T) {
	for line, want := range map[string]string{
		"completion foo": "want one of bash",
		"run --axis aged=0 --axis aged=2 --dry-run":  "the values of the axis are given by",
		"run --entities 5 --axis n=6 --dry-run":      "the values of the axis are given by",
		"new-impl dense":                             "choose another name",
		"doctor --calibrate --bench . --impl dense":  "use one of them",
		"ab --resume=":                               "empty",
		"bench --resume=":                            "empty",
		"bisect --resume=":                           "empty",
		"score --resume=":                            "empty",
		"run --resume=":                              "empty",
		"run --output=":                              "empty",
		"export x --to csv --output=":                "empty",
		"report x --baseline=":                       "empty",
		"world run x --library=":                     "empty",
		"ab . . --head-go=":                          "empty",
		"ab . . --base-flags=":                       "empty",
		"ab . . --build-timeout=-1s":                 "want a time",
		"run --timeout=-1s":                          "want a time",
		"world run x --timeout=-1s":                  "want a time",
		"gate a b --write markdown=x --write=json=x": "written twice",
	} {
		root := newRootCommand()
		root.SetArgs(strings.Fields(line))
		if err := root.Execute(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", line, err)
		}
	}
}
