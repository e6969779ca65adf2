package main

import (
	"slices"
	"testing"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
	"github.com/ecsbench/ecsbench/libraries/list"
)

// capabilities report whether a world has each.
var capabilities = map[string]func(impls.World) bool{
	"Changer":         has[impls.Changer],
	"FilterDestroyer": has[impls.FilterDestroyer],
	"FilterChanger":   has[impls.FilterChanger],
	"Looker":          has[impls.Looker],
	"Deferrer":        has[impls.Deferrer],
	"Ticker":          has[impls.Ticker],
	"Cloner":          has[impls.Cloner],
	"Relater":         has[impls.Relater],
	"Detector":        has[impls.Detector],
	"Saver":           has[impls.Saver],
	"Observer":        has[impls.Observer],
}

func has[C any](w impls.World) bool { _, ok := w.(C); return ok }

// usual are missing from libraries that need no reason of their own.
var usual = []string{"Cloner", "Deferrer", "FilterChanger", "Observer", "Relater", "Saver"}

// TestMissingCapabilitiesAreExplained: an adapter gives a reason for each capability
// that is missing, from the documentation of the library, unless it is the usual one, and for
// no other.
func TestMissingCapabilitiesAreExplained(t *testing.T) {
	for _, library := range list.All {
		w, err := library.Open(impls.Config{Types: kernel.Types(32), Limit: 1}, nil)
		if err != nil {
			t.Fatal(err)
		}
		own, ok := w.(interface{ Lacks(string) string })
		if !ok {
			t.Errorf("%s gives no reasons", library.Name)
			continue
		}
		for name, has := range capabilities {
			reason := own.Lacks(name)
			if has(w) && reason != "" || !has(w) && reason == "" && !slices.Contains(usual, name) {
				t.Errorf("%s: has %s: %v, reason why not: %q", library.Name, name, has(w), reason)
			}
		}
	}
}
