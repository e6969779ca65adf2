package profiler

import (
	"regexp"
	"strings"
	"sync"
)

// versions are what the module proxy appends to the import path of a major
// version, and package names do without.
var versions = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`/v[0-9]+\.`)
})

// ReadableSymbol makes the name of a function in a profile or a symbol table as short
// as it is in the source: the package by its last element, type parameters by
// an ellipsis, no closure numbers.
//
//	github.com/ecsbench/ecsbench/impls/hashmap.(*columns).run      hashmap.(*columns).run
//	github.com/ecsbench/ecsbench/ecs.(*Packed[go.shape.struct {...}]).Append    ecs.(*Packed[…]).Append
func ReadableSymbol(name string) string {
	name = strings.ReplaceAll(name, "go.shape.", "")
	if open := strings.IndexByte(name, '['); open >= 0 {
		if end := strings.LastIndexByte(name, ']'); end > open {
			name = name[:open] + "[…]" + name[end+1:]
		}
	}
	name = versions().ReplaceAllString(name, ".")
	// The path ends before the first parenthesis: receivers have no slashes of
	// interest in front of it.
	path := name
	if at := strings.IndexAny(name, "(["); at >= 0 {
		path = name[:at]
	}
	if slash := strings.LastIndexByte(path, '/'); slash >= 0 {
		name = name[slash+1:]
	}
	return name
}

// InterruptSymbol tells whether a function of a profile is one by which the run-time
// interrupts a goroutine, on its stack, as if the line that was interrupted had
// called it: that line was executing.
func InterruptSymbol(name string) bool { return strings.HasPrefix(name, "runtime.asyncPreempt") }
