package main

import (
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/libraries/list"
	"github.com/ecsbench/ecsbench/scenarios"
)

// A note is on scenarios that exist, and a scenario has at most one.
func TestNotesAreOnScenarios(t *testing.T) {
	for _, library := range list.All {
		noted := make(map[string]bool)
		for names, text := range library.Notes {
			if text == "" || strings.HasSuffix(text, ".") {
				t.Errorf("%s: the note on %s is %q: want a sentence without a full stop", library.Name, names, text)
			}
			for _, spec := range strings.Split(names, ",") {
				name, _, _ := strings.Cut(spec, ":mode=")
				if s, err := scenarios.Find(spec); err != nil || s.Name != name {
					t.Errorf("%s: note on %q: %v", library.Name, spec, err)
				}
				if noted[name] || noted[spec] {
					t.Errorf("%s: %s has two notes", library.Name, name)
				}
				noted[spec] = true
			}
		}
	}
}
