package results

import "testing"

// Earlier files call the access mode "call". They are still read.
func TestParseNameReadsTheFormerModeKey(t *testing.T) {
	for _, name := range []string{"Create/impl=a/mode=batch-2", "Create/impl=a/mode=batch-2"} {
		if got := ParseName(name)["mode"]; got != "batch" {
			t.Errorf("ParseName(%q) has the mode %q", name, got)
		}
	}
}
