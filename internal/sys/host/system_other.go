//go:build !linux

package host

import (
	"runtime"

	"github.com/ecsbench/ecsbench/results"
)

func WatchSystem() (finish func() []results.Condition) {
	return func() []results.Condition {
		return []results.Condition{{
			Name:   "system",
			State:  "frequency scaling, turbo, neighbours, load, battery and memory are not read on " + runtime.GOOS,
			Remedy: "plug it in, switch power saving off and stop other programs by hand",
		}}
	}
}
