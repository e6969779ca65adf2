package impls

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ecsbench/ecsbench/kernel"
	"github.com/ecsbench/ecsbench/kernel/loop"
)

// Loops is the option of implementations that hand out slices: the body of the loop
// over them, see package loop.
var Loops = Option{
	Name:    "loop",
	Doc:     "the loop over slices: one entity after the other, four at a time, or vector instructions; mode=chunk",
	Default: string(loop.Plain),
	Values:  []string{string(loop.Plain), string(loop.Unrolled), string(loop.SIMD)},
}

// Bodies returns by system what [loop.Body] returns for the value of [Loops]. Systems
// without such a body run the plain one. If no system has one, it returns an
// [*Unsupported] error.
func Bodies(cfg Config, options Values) ([]any, error) {
	bodies := make([]any, len(cfg.Systems))
	v := loop.Variant(cmp.Or(options[Loops.Name], Loops.Default))
	if v == loop.Plain {
		return bodies, nil
	}
	var lacking []string
	for i, s := range cfg.Systems {
		if bodies[i] = loop.Body(v, s.Kernel); bodies[i] == nil && s.Kernel != kernel.Idle {
			lacking = append(lacking, s.Kernel.String())
		}
	}
	if len(lacking) > 0 && !slices.ContainsFunc(bodies, func(b any) bool { return b != nil }) {
		return nil, &Unsupported{Reason: fmt.Sprintf("the kernel %s has no loop of %s", lacking[0], v)}
	}
	return bodies, nil
}

// AtMost returns an [*Unsupported] error if a system works on more than n components,
// for libraries whose queries end there.
func AtMost(n int, cfg Config) error {
	for _, s := range cfg.Systems {
		if needs := s.Kernel.Get().Needs; len(needs) > n {
			return &Unsupported{Reason: fmt.Sprintf("the queries have at most %d components, and %v needs %d", n, s.Kernel, len(needs))}
		}
	}
	return nil
}
