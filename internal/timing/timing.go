package timing

import (
	"math"
	"slices"
	"time"
)

// batchTime is the least length of a batch: long for the clock (tens of nanoseconds)
// and short for the scheduler's time slices (a few milliseconds).
const batchTime = time.Millisecond

// A timing is the timed part of a sample: batches of equally many parts, timed one by
// one.
type timing struct {
	parts         int // of a batch
	perOperation  int // parts of an operation
	batches       []time.Duration
	cores         []CoreReading // of the core during each batch
	interrupted   []bool        // whether another thread used the processor
	floor         float64       // of the noise probe
	bytes, allocs []uint64      // allocated during each batch
	preparing     time.Duration // between batches: preparation, garbage collection, clock
}

func (t timing) total() (sum time.Duration) {
	for _, b := range t.batches {
		sum += b
	}
	return sum
}

func (t timing) operations() float64 {
	return float64(t.parts*len(t.batches)) / float64(t.perOperation)
}

// allocates reports whether the work itself allocates. Allocations of the runtime stay
// far below a byte per entity.
func (t timing) allocates(entitiesPerOperation int) bool {
	return t.allocated(t.bytes) >= float64(entitiesPerOperation)
}

// stray limits the objects of the runtime itself, such as those of a new thread.
const stray = 64

// allocated returns the objects or bytes per operation. It is 0 if most batches
// allocate nothing and all together at most stray objects.
func (t timing) allocated(batches []uint64) float64 {
	var sum, objects uint64
	idle := 0
	for i, n := range batches {
		sum, objects = sum+n, objects+t.allocs[i]
		if t.allocs[i] == 0 {
			idle++
		}
	}
	if objects <= stray && 2*idle > len(batches) {
		return 0
	}
	return float64(sum) / t.operations()
}

// A batch is the chosen batch of a sample.
type batch struct {
	time  time.Duration
	clock float64 // GHz; 0 if unreadable
	noise float64 // see [RelativeNoise]; 0 if the noise probe failed
}

func (t timing) nanoseconds(b batch) float64 {
	return float64(b.time) / float64(t.parts) * float64(t.perOperation)
}

// misread is the share of the usual clock below which a reading was disturbed. Real
// clocks change by less.
const misread = 0.9

// lowest returns the lowest noise probe of the batches; 0 if all failed.
func (t timing) lowest() (probe float64) {
	for _, c := range t.cores {
		if c.Probe > 0 && (probe == 0 || c.Probe < probe) {
			probe = c.Probe
		}
	}
	return probe
}

// quiet lists the quiet batches without interruption; else the quiet ones; else all. On
// a busy machine batches longer than a turn are nearly always interrupted, but their
// waiting time is subtracted.
func (t timing) quiet() (list []int, undisturbed int) {
	var quiet, all []int
	for i := range t.batches {
		if all = append(all, i); RelativeNoise(t.cores[i].Probe, t.floor) > QuietNoise {
			continue
		}
		if quiet = append(quiet, i); !t.interrupted[i] || t.batches[i] > turn {
			list = append(list, i)
		}
	}
	undisturbed = len(list)
	if undisturbed == 0 {
		list = quiet
	}
	if len(list) == 0 {
		list = all
	}
	return list, undisturbed
}

// chosen is the quiet batch with the fewest cycles, or the fastest if the clock could
// not be read.
//
// Batches do the same work, and delays only add time. So the least disturbed batch has
// the time of the work (Chen and Revels, "Robust benchmarking in noisy environments",
// 2016). A short turbo phase can make a disturbed batch fast, but does not change its
// cycles. Batches that allocate begin with a clean heap and pay for their own
// collections.
func (t timing) chosen() (least batch) {
	var clocks []float64
	for _, c := range t.cores {
		clocks = append(clocks, c.Clock)
	}
	usual, fewest := median(clocks), math.Inf(1)
	list, _ := t.quiet()
	for _, i := range list {
		took := t.batches[i]
		clock, cycles := 0.0, float64(took)
		if usual > 0 {
			if clock = t.cores[i].Clock; clock < misread*usual {
				clock = usual
			}
			cycles *= clock
		}
		if cycles < fewest {
			least, fewest = batch{took, clock, RelativeNoise(t.cores[i].Probe, t.floor)}, cycles
		}
	}
	return least
}

// median returns 0 without values.
func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	half := len(sorted) / 2
	return (sorted[half] + sorted[(len(sorted)-1)/2]) / 2
}

// fewestQuiet is the least number of quiet batches in a sample that counts. A neighbour
// between two probes leaves both quiet and slows about one batch in ten by a third or
// more. It seldom affects two.
const fewestQuiet = 2

// disturbed reports whether the chosen batch or all others were disturbed. Long batches
// have no others.
func (t timing) disturbed() bool {
	noise := t.chosen().noise
	if noise == 0 || noise > QuietNoise {
		return noise > QuietNoise
	}
	_, undisturbed := t.quiet()
	return undisturbed < min(fewestQuiet, len(t.batches)) && t.batches[0] < longBatch
}

// minBatches is the least number of quiet batches to choose from.
const minBatches = 3

// One batch of this length is enough: disturbances of a few milliseconds do not matter
// in it.
const longBatch = 50 * time.Millisecond

// longPreparation limits the preparation of a batch. A batch that would need more to
// fill batchTime stays shorter.
const longPreparation = 30 * time.Millisecond

// cached limits the bytes that a batch of several operations allocates, so that the
// memory of the previous batch is in the unshared second-level cache. With several
// megabytes, entities were created in the third-level cache, and a neighbour that wrote
// to memory slowed that by up to a quarter.
const cached = 1 << 20

// patience is how many times minTime a worker continues to wait for a quiet moment. On
// a busy machine more samples are worth more than quieter ones: of 35 cases in half a
// minute, 2, 17, 14 and 11 reached 2% with 12, 4, 2 and 1.
const patience = 4

// mostPatience is how many times minTime a worker continues after that with a sample
// that would be put aside. A new sample costs a process start and a set-up.
const mostPatience = 16

// timeWorkload warms up, chooses the batch size, and times batches until they fill
// minTime and enough of them are quiet. Floor is that of the noise probe.
func timeWorkload(w Workload, minTime time.Duration, floor float64, on sensors) (timing, error) {
	s := newStopwatch(w, on)
	start := time.Now()
	share, err := w.Warm()
	if err != nil {
		return timing{}, err
	}
	s.perPart = float64(time.Since(start)) / (share * float64(s.perOperation))
	left := w.MaxOperations()*s.perOperation - s.perOperation

	// The warm-up predicts little, so the number grows in steps, limited by the
	// preparation: worlds that empty fast may fill slowly.
	t := timing{perOperation: s.perOperation, floor: floor}
	for atMost, affordable, fitting := 100, math.MaxInt, math.MaxInt; ; atMost *= 100 {
		n := min(atMost, affordable, fitting, 1+int(1.1*float64(batchTime)/max(1, s.perPart)))
		t.parts = max(1, min(n, left/2)) // leave as many for another attempt
		t.batches, t.cores, t.interrupted, t.bytes, t.allocs, t.preparing = nil, nil, nil, nil, nil, 0
		if err := s.time(&t); err != nil {
			return timing{}, err
		}
		left -= t.parts
		affordable = 1 + int(float64(longPreparation)/max(1, float64(t.preparing))*float64(t.parts))
		s.perPart = float64(t.batches[0]) / float64(t.parts)
		fitting = max(1, int(cached*uint64(t.parts)/max(1, t.bytes[0])))
		if t.parts > 2*fitting && left >= 2*fitting {
			continue
		}
		if t.batches[0] >= batchTime || left < 2*t.parts || t.parts >= min(affordable, fitting) {
			break
		}
	}
	t.preparing = 0
	for patient := time.Now().Add(patience * minTime); left >= t.parts; {
		long := t.batches[0] >= longBatch
		enough := t.total() >= minTime && (long || len(t.batches) >= minBatches)
		_, undisturbed := t.quiet()
		late := time.Since(patient)
		if enough && (long || undisturbed >= minBatches || late > 0 && undisturbed >= fewestQuiet || late > mostPatience*minTime) {
			break
		}
		if len(t.batches) >= minBatches && t.preparing > minBatches*longPreparation {
			break
		}
		if err := s.time(&t); err != nil {
			return timing{}, err
		}
		left -= t.parts
	}
	return t, nil
}

// sensors detect other users of the core.
type sensors struct {
	core          func() CoreReading
	interruptions func() (thread, n int64) // of the thread, so far
}

var thisCore = sensors{ReadCore, interruptions}

// A stopwatch times the parts of a workload's operations. An operation without parts
// counts as one.
type stopwatch struct {
	workload     Workload
	core         Core
	memory       Memory
	interruption interruption
	perOperation int
	run          func(parts int)
	perPart      float64 // nanoseconds, 0 if unknown
	dirty        bool    // there may be garbage
}

func newStopwatch(w Workload, on sensors) *stopwatch {
	s := &stopwatch{workload: w, perOperation: 1, run: w.Run, dirty: true, interruption: interruption{read: on.interruptions}}
	s.core = Core{Read: on.core, Memory: &s.memory}
	if d, ok := w.(Divisible); ok {
		s.perOperation, s.run = d.Parts(), d.RunParts
	}
	return s
}

// turn is the longest time slice. Shorter batches: the fastest was not interrupted.
// Longer batches are all interrupted on an overloaded machine, so the time waiting for
// a processor is subtracted. It is not if the workload has several threads: while one waits,
// another one works.
const turn = 2 * time.Millisecond

// time adds a batch. The preparation and the memory statistics, which stop the world,
// are outside the timed part. Garbage is collected before the first batch and, if there
// is any, before each other one.
func (s *stopwatch) time(t *timing) error {
	begin := time.Now()
	watches := []Watch{&s.core, &s.memory, &s.interruption}
	if s.dirty {
		watches = slices.Insert(watches, 0, Watch(Collected{}))
	}
	lap := Lap
	if c, ok := s.workload.(Concurrent); s.perPart*float64(t.parts) > float64(turn) && !(ok && c.Workers() > 1) {
		lap = LapWithoutWait
	}
	timed, err := lap(s.workload, (t.parts+s.perOperation-1)/s.perOperation, func() { s.run(t.parts) }, watches...)
	if err != nil {
		return err
	}
	t.batches, t.cores = append(t.batches, timed), append(t.cores, s.core.CoreReading)
	t.interrupted = append(t.interrupted, s.interruption.interrupted)
	t.bytes, t.allocs = append(t.bytes, s.memory.Bytes), append(t.allocs, s.memory.Allocs)
	s.dirty = t.allocates(s.workload.Entities())
	t.preparing += time.Since(begin) - timed
	return nil
}
