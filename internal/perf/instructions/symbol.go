package instructions

import (
	"iter"
	"strings"

	"github.com/google/pprof/profile"

	"github.com/ecsbench/ecsbench/internal/display"
)

// LinesOf yields the lines of a sample whose function is known, innermost first. Inlined
// functions have their own.
func LinesOf(sample *profile.Sample) iter.Seq[profile.Line] {
	return func(yield func(profile.Line) bool) {
		for _, location := range sample.Location {
			for _, line := range location.Line {
				if line.Function != nil && !yield(line) {
					return
				}
			}
		}
	}
}

// versions matches the suffixes of major versions, which package names lack.
var versions = display.Pattern(`/v[0-9]+\.`)

// ReadableSymbol shortens the name of a function in a profile or symbol table: only the
// last element of the package path, an ellipsis for type parameters, no closure numbers.
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
	// The path ends before the first parenthesis.
	path := name
	if at := strings.IndexAny(name, "(["); at >= 0 {
		path = name[:at]
	}
	if slash := strings.LastIndexByte(path, '/'); slash >= 0 {
		name = name[slash+1:]
	}
	return name
}

// InterruptSymbol reports whether the runtime interrupts goroutines by this function.
// It appears as a callee of the interrupted line.
func InterruptSymbol(name string) bool { return strings.HasPrefix(name, "runtime.asyncPreempt") }
