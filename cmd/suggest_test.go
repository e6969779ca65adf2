package cmd

import (
	"slices"
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
