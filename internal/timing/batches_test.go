package timing

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

// A steady workload has a constant time for each part and for its preparation.
type steady struct {
	warm, part, prepare time.Duration
	most, parts         int
	garbage             int // bytes for each part
	prepared, ran       int
	sink                []byte
}

func (s *steady) Warm() (float64, error) { time.Sleep(s.warm); return 1, nil }
func (s *steady) Prepare(n int) error {
	s.prepared += n * s.parts
	time.Sleep(time.Duration(n*s.parts) * s.prepare)
	return nil
}
func (s *steady) Run(n int)  { s.RunParts(n * s.parts) }
func (s *steady) Parts() int { return s.parts }
func (s *steady) RunParts(n int) {
	s.ran += n
	if s.garbage > 0 {
		for range n {
			s.sink = make([]byte, s.garbage)
		}
	}
	time.Sleep(time.Duration(n) * s.part)
}
func (s *steady) Entities() int      { return 1 }
func (s *steady) MaxOperations() int { return s.most }

// TestBatchesInSimulatedTime checks the number and size of batches without disturbance.
func TestBatchesInSimulatedTime(t *testing.T) {
	const us, ms = time.Microsecond, time.Millisecond
	for _, test := range []struct {
		what          string
		w             steady
		minTime       time.Duration
		parts, number int
	}{
		{"a millisecond is filled", steady{warm: 10 * us, part: 10 * us, most: 1 << 30, parts: 1}, 10 * ms, 100, 10},
		{"though the warm-up seemed slow", steady{warm: 1500 * us, part: 10 * us, most: 1 << 30, parts: 1}, 10 * ms, 111, 10},
		{"and fast", steady{warm: 1, part: 10 * us, most: 1 << 30, parts: 1}, 10 * ms, 100, 10},
		{"short parts", steady{warm: 1, part: 1, most: 1 << 30, parts: 1}, 5 * ms, 1_000_000, 5},
		{"an operation of many parts", steady{warm: 2 * ms, part: 2 * us, most: 1 << 20, parts: 1000}, 4 * ms, 551, 4},
		{"three at least", steady{warm: 10 * us, part: 10 * us, most: 1 << 30, parts: 1}, 1, 100, 3},
		{"of long ones too", steady{warm: 49 * ms, part: 49 * ms, most: 1 << 30, parts: 1}, 10 * ms, 1, 3},
		{"but of very long ones one is enough", steady{warm: 60 * ms, part: 60 * ms, most: 1 << 30, parts: 1}, 10 * ms, 1, 1},
		{"that fill the time", steady{warm: 60 * ms, part: 60 * ms, most: 1 << 30, parts: 1}, 150 * ms, 1, 3},
		{"what is dear to prepare is done less", steady{warm: 10 * us, part: 10 * us, prepare: ms, most: 1 << 30, parts: 1}, 10 * ms, 100, 3},
		{"as many as there are", steady{warm: 10 * us, part: 10 * us, most: 21, parts: 1}, 10 * ms, 10, 2},
		{"one of three", steady{warm: 10 * us, part: 10 * us, most: 3, parts: 1}, 10 * ms, 1, 2},
		{"no more than a cache holds", steady{warm: 10 * us, part: 10 * us, most: 1 << 30, parts: 1, garbage: 56 << 10}, 600 * us, 18, 4}, // 18.3, whatever the runtime allocates
	} {
		t.Run(test.what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := test.w
				timed, err := timeWorkload(&w, test.minTime, 0, alone(idle))
				fixture.Check(t, err)
				_, quiet := timed.quiet()
				if timed.parts != test.parts || len(timed.batches) != test.number || timed.perOperation != w.parts || quiet != test.number || len(timed.cores) != test.number {
					t.Errorf("%s: %d batches of %d parts, %d quiet, want %d of %d", test.what, len(timed.batches), timed.parts, quiet, test.number, test.parts)
				}
				if w.prepared < w.ran || w.ran > test.w.most*w.parts {
					t.Errorf("%s: %d parts prepared and %d run of %d", test.what, w.prepared, w.ran, test.w.most*w.parts)
				}
				batch := time.Duration(test.parts) * w.part
				if batch > turn { // some may count as waiting
					return
				}
				if got, want := timed.total(), time.Duration(test.number)*batch; got != want || timed.chosen().clock != 3 {
					t.Errorf("%s: timed %v, want %v", test.what, got, want)
				}
				if got, want := timed.nanoseconds(timed.chosen()), float64(w.part)*float64(w.parts); got < want*0.999 || got > want*1.001 {
					t.Errorf("%s: an operation takes %g ns, want %g", test.what, got, want)
				}
				whole := (w.parts + test.parts - 1) / w.parts * w.parts // operations are prepared whole
				if got, want := timed.preparing, time.Duration(test.number-1)*time.Duration(whole)*w.prepare; w.prepare > 0 && got != want {
					t.Errorf("%s: waited %v, want %v", test.what, got, want)
				}
			})
		})
	}
}
