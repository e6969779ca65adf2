//go:build !linux

package profiler

import (
	"errors"
)

var errNoCounters = errors.New("hardware counters are read on Linux only")

// CheckCounters returns why hardware counters are unavailable.
func CheckCounters() error { return errNoCounters }

// A counterSet cannot be opened here.
type counterSet struct{}

func openCounters() (*counterSet, error) { return nil, errNoCounters }

func (c *counterSet) start() error { return errNoCounters }
func (c *counterSet) stop() (CacheReferences, []string, error) {
	return CacheReferences{}, nil, errNoCounters
}
func (c *counterSet) close() {}
