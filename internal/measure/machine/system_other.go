//go:build !linux

package machine

import "runtime"

// startSystem has nothing to watch here.
func startSystem() (finish func() []Condition) {
	return func() []Condition {
		return []Condition{{
			Name:   "system",
			State:  "frequency scaling, turbo, neighbours, load, battery and memory are not read on " + runtime.GOOS,
			Remedy: "plug it in, switch power saving off and stop other programs by hand",
		}}
	}
}
