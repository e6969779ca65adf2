package profiler

import (
	"slices"
	"testing"

	"github.com/ecsbench/ecsbench/internal/perf/instructions"
)

func TestSentences(t *testing.T) {
	subject := func(impl string, plain, lookups float64, misses, retained int64) *Subject {
		return &Subject{
			Impl: impl, Visits: 10,
			CPU:    &CPU{Seconds: 2, Samples: 200, Plain: plain, Causes: sharesOf(map[string]float64{"map lookups": 2 * lookups, OwnCode: 2 - 2*lookups})},
			Cache:  &Cache{Op: instructions.References{Reads: 10 * misses, D1Reads: misses}},
			Memory: &Memory{Full: retained, Entities: 1},
		}
	}
	f := &Findings{Subjects: []*Subject{
		subject("hashmap", 30, 0.61, 4300, 150),
		subject("soa", 1, 0, 500, 50), // faster than the best, but no ECS
		subject("dense", 2, 0, 1000, 100),
		subject("null", 0.1, 0, 1, 0),
		{Impl: "paged", Unsupported: "too much"},
	}}
	want := []string{
		"`hashmap`: 61% [54%, 67%] of the time in map lookups, 39% [33%, 46%] in the implementation's own code; 4.3x the D1 misses and 4.3x the data references of `dense`; 1.5x its memory.",
		"`soa`: 100% [98%, 100%] of the time in the implementation's own code; 0.5x the D1 misses and 0.5x the data references of `dense`; 0.5x its memory.",
		"`dense`: 100% [98%, 100%] of the time in the implementation's own code.",
	}
	if got := f.Sentences(); !slices.Equal(got, want) {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
	alone := &Findings{Subjects: f.Subjects[:1]}
	if got := alone.Sentences(); !slices.Equal(got, []string{"`hashmap`: 61% [54%, 67%] of the time in map lookups, 39% [33%, 46%] in the implementation's own code."}) {
		t.Errorf("alone: %q", got)
	}
	if got := (&Findings{Subjects: f.Subjects[4:]}).Sentences(); len(got) != 0 {
		t.Errorf("of nothing: %q", got)
	}
}
