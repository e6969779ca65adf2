package measure

import (
	"math"
	"runtime"
	"time"

	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/scenarios"
)

// batchTime is the least length of a batch: long against the clock (tens of
// nanoseconds), and short against the time slices in which an operating system
// takes turns between programs (a few milliseconds).
const batchTime = time.Millisecond

// A timing is the timed part of a sample: batches of equally many parts of
// operations, timed one by one.
type timing struct {
	parts         int // of a batch
	perOperation  int // parts of an operation
	batches       []time.Duration
	cores         []CoreReading // of the core during each batch
	interrupted   []bool        // whether others had a turn on the processor meanwhile
	floor         float64       // of the noise probe
	bytes, allocs []uint64      // allocated during each batch
	spent         Spending
}

func (t timing) total() (sum time.Duration) {
	for _, b := range t.batches {
		sum += b
	}
	return sum
}

// operations returns how many operations were timed.
func (t timing) operations() float64 {
	return float64(t.parts*len(t.batches)) / float64(t.perOperation)
}

// allocates tells whether the work itself allocates. The run-time allocates
// now and then too; that stays far below a byte for each entity.
func (t timing) allocates(entitiesPerOperation int) bool {
	return t.allocated(t.bytes) >= float64(entitiesPerOperation)
}

// stray is how many objects the run-time may allocate for itself meanwhile, such
// as what it knows of a thread that it starts on a busy machine.
const stray = 64

// allocated is what an operation allocates, of objects or bytes by batch:
// nothing where most batches allocate nothing and all together as few objects
// as may be the run-time's own.
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

// A batch is what the sample is taken from.
type batch struct {
	time  time.Duration
	clock float64 // GHz; 0 where it could not be read
	noise float64 // see [RelativeNoise]; 0 where the noise probe failed
}

// nanoseconds returns the time of an operation in a batch.
func (t timing) nanoseconds(b batch) float64 {
	return float64(b.time) / float64(t.parts) * float64(t.perOperation)
}

// misread is the share of the usual clock below which a reading of it was
// disturbed: clocks move by less, and what gets in the way makes a core seem slower.
const misread = 0.9

// isQuiet reports whether nothing else is known to have used the core in a batch.
func (t timing) isQuiet(i int) bool {
	return RelativeNoise(t.cores[i].Probe, t.floor) <= QuietNoise
}

// lowest returns the lowest noise probe of the batches; 0 if all failed.
func (t timing) lowest() (probe float64) {
	for _, c := range t.cores {
		if c.Probe > 0 && (probe == 0 || c.Probe < probe) {
			probe = c.Probe
		}
	}
	return probe
}

// quiet lists the quiet batches that were not interrupted either; if there are none,
// those that were; and if no batch is quiet, all of them. Batches longer than a turn are
// nearly always interrupted on a busy machine, and have no waiting in their time.
func (t timing) quiet() (list []int, undisturbed int) {
	var quiet, all []int
	for i := range t.batches {
		if all = append(all, i); !t.isQuiet(i) {
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

// chosen is the batch of the quiet ones that took the fewest cycles, or the fastest
// where the clock could not be read.
//
// Batches do the same work, so they take the same time unless something else
// takes turns with them or shares their core, and delays only ever add. The least
// disturbed batch then has the time of the work (Chen and Revels, "Robust
// benchmarking in noisy environments", 2016). A clock that is raised for some
// milliseconds makes a batch fast that was disturbed, and leaves its cycles as they
// are. Batches that allocate begin with a clean heap and pay for the collections
// that they cause.
func (t timing) chosen() (least batch) {
	var clocks []float64
	for _, c := range t.cores {
		clocks = append(clocks, c.Clock)
	}
	usual, fewest := statistics.MedianOf(clocks).Center, math.Inf(1)
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

// fewestQuiet is how many batches nothing disturbed in a sample that counts. A neighbour
// that comes and goes between two probes leaves both quiet, and one batch in some ten is
// then slower by a third or more. It seldom meets two.
const fewestQuiet = 2

// disturbed reports whether something else used the core in the batch that is chosen, or
// in all others. Of long batches there is only one.
func (t timing) disturbed() bool {
	noise := t.chosen().noise
	if noise == 0 || noise > QuietNoise {
		return noise > QuietNoise
	}
	_, undisturbed := t.quiet()
	return undisturbed < min(fewestQuiet, len(t.batches)) && t.batches[0] < longBatch
}

// minBatches is how many quiet batches there are at least for the fastest to be
// chosen from.
const minBatches = 3

// longBatch is how long a batch takes of which one is enough: disturbances of a
// few milliseconds do not show in it, and more would take the time of all others.
const longBatch = 50 * time.Millisecond

// longPreparation is how long it may take to prepare a batch: one that would have
// to be prepared for longer to fill batchTime stays shorter.
const longPreparation = 30 * time.Millisecond

// cached is how many bytes a batch allocates at most, if an operation does not allocate
// more: what the batch before it had is then in the second cache of the core, which no
// neighbour uses. With several megabytes entities were created into the third one, and
// a program that did nothing but write to memory made that slower by up to a quarter.
const cached = 1 << 20

// patience is how many times minTime a worker goes on in the hope of a quiet
// moment. On a busy machine more samples are worth more than quieter ones: of 35
// cases in half a minute, 2, 17, 14 and 11 were known to 2% with 12, 4, 2 and 1.
const patience = 4

// mostPatience is how many times minTime a worker goes on after that with a sample which
// would be put aside: a new sample costs the start of a process and the set-up of a world.
const mostPatience = 16

// timeWorkload warms up, finds out how much of the work makes a batch, and
// times batches until they fill minTime and enough of them were quiet. Floor is that of
// the noise probe.
func timeWorkload(w scenarios.Workload, minTime time.Duration, floor float64, on sensors) (timing, error) {
	s := newStopwatch(w, on)
	start := time.Now()
	share, err := w.Warm()
	if err != nil {
		return timing{}, err
	}
	s.perPart = float64(time.Since(start)) / (share * float64(s.perOperation))
	left := w.MaxOperations()*s.perOperation - s.perOperation

	// The guess from the warm-up says little, so the number grows by steps, as far
	// as it can be prepared: worlds that take no time to empty take some to fill.
	t := timing{perOperation: s.perOperation, floor: floor}
	for atMost, affordable, fitting := 100, math.MaxInt, math.MaxInt; ; atMost *= 100 {
		n := min(atMost, affordable, fitting, 1+int(1.1*float64(batchTime)/max(1, s.perPart)))
		t.parts = max(1, min(n, left/2)) // leaves as many for another attempt
		t.batches, t.cores, t.interrupted, t.bytes, t.allocs, t.spent = nil, nil, nil, nil, nil, Spending{}
		if err := s.time(&t); err != nil {
			return timing{}, err
		}
		left -= t.parts
		affordable = 1 + int(float64(longPreparation)/max(1, float64(t.spent.Wait))*float64(t.parts))
		s.perPart = float64(t.batches[0]) / float64(t.parts)
		fitting = max(1, int(cached*uint64(t.parts)/max(1, t.bytes[0])))
		if t.parts > 2*fitting && left >= 2*fitting {
			continue
		}
		if t.batches[0] >= batchTime || left < 2*t.parts || t.parts >= min(affordable, fitting) {
			break
		}
	}
	t.spent = Spending{WarmUp: time.Since(start) - t.total(), Timed: t.total()}
	for patient := time.Now().Add(patience * minTime); left >= t.parts; {
		long := t.batches[0] >= longBatch
		enough := t.total() >= minTime && (long || len(t.batches) >= minBatches)
		_, undisturbed := t.quiet()
		late := time.Since(patient)
		if enough && (long || undisturbed >= minBatches || late > 0 && undisturbed >= fewestQuiet || late > mostPatience*minTime) {
			break
		}
		if len(t.batches) >= minBatches && t.spent.Wait > minBatches*longPreparation {
			break
		}
		if err := s.time(&t); err != nil {
			return timing{}, err
		}
		left -= t.parts
	}
	return t, nil
}

// Sensors show what else uses the core.
type sensors struct {
	core          func() CoreReading
	interruptions func() (thread, n int64) // of the thread, so far
}

// thisCore are the sensors of this machine.
var thisCore = sensors{ReadCore, interruptions}

// A stopwatch times the parts that the operations of a workload consist of;
// an operation that does not consist of parts is one itself.
type stopwatch struct {
	workload     scenarios.Workload
	core         core
	memory       memory
	turns        turns
	perOperation int
	run          func(parts int)
	perPart      float64 // nanoseconds, as far as known
	dirty        bool    // there may be garbage
}

func newStopwatch(w scenarios.Workload, on sensors) *stopwatch {
	s := &stopwatch{workload: w, perOperation: 1, run: w.Run, dirty: true, turns: turns{read: on.interruptions}}
	s.core = core{read: on.core, memory: &s.memory}
	if d, ok := w.(scenarios.Divisible); ok {
		s.perOperation, s.run = d.Parts(), d.RunParts
	}
	return s
}

// turn is how long programs are at work on a processor until it is the turn of
// others, or less. The fastest of shorter batches was not interrupted; of longer ones
// each is on a machine with more to do than processors, so that what they wait for
// theirs is taken out of their time.
const turn = 2 * time.Millisecond

// time adds a batch. Preparing it, and reading the memory statistics, which
// stops the world, is kept out of the timed part. Garbage is collected before
// the first batch and, if there is any, before each other one.
func (s *stopwatch) time(t *timing) error {
	begin := time.Now()
	watches := []Watch{&s.core, &s.memory}
	if s.dirty {
		watches = []Watch{Collected{}, &s.core, &s.memory}
	}
	wait := &wait{}
	if s.perPart*float64(t.parts) > float64(turn) {
		runtime.LockOSThread() // whose waiting is known
		defer runtime.UnlockOSThread()
		wait.open()
		defer wait.close()
		watches = append(watches, wait)
	}
	watches = append(watches, &s.turns)
	timed, err := Lap(s.workload, (t.parts+s.perOperation-1)/s.perOperation, func() { s.run(t.parts) }, watches...)
	if err != nil {
		return err
	}
	timed = wait.without(timed)
	t.batches, t.cores = append(t.batches, timed), append(t.cores, s.core.CoreReading)
	t.interrupted = append(t.interrupted, s.turns.interrupted)
	t.bytes, t.allocs = append(t.bytes, s.memory.Bytes), append(t.allocs, s.memory.Allocs)
	s.dirty = t.allocates(s.workload.Entities())
	t.spent.Timed += timed
	t.spent.Wait += time.Since(begin) - timed
	return nil
}
