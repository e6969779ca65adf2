package drive

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/metrics"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/internal/timing"
)

// A Game is the generated code for one library.
type Game interface {
	Spawn(list *List)                                      // at the start
	Destroy(list *List)                                    // before the first frame, while the world ages
	Attach(list *List)                                     // at the start
	Room(list *List)                                       // makes room in tables for new entities
	Prepare(f *Frame)                                      // finds the handles of entities to change; not timed
	Frame(*Frame, *Clock)                                  // makes the changes and runs the systems
	Pass(f *Frame, passes int)                             // runs the measured steps so many times
	Total() uint64                                         // of all values read; independent of the order
	Hash(slot uint32, p *Script) (hash uint64, alive bool) // the state of an entity
}

// A Clock divides the time of a frame by steps.
type Clock struct {
	start, last time.Duration
	step        int
	spent       []time.Duration // in this frame
}

var epoch = time.Now()

// Lap ends a step.
func (c *Clock) Lap() {
	now := time.Since(epoch)
	c.spent[c.step] = now - c.last
	c.last = now
	c.step++
}

// Due reports whether a step is due, and leaves it out otherwise.
func (c *Clock) Due(f *Frame, step int) bool {
	if !f.Due[step] {
		c.spent[c.step] = 0
		c.step++
	}
	return f.Due[step]
}

func (c *Clock) begin() {
	c.start = time.Since(epoch)
	c.last, c.step = c.start, 0
}

// A Result is the measurement of a program. The run failed if Panic is not empty.
type Result struct {
	Frames     []int64   `json:"frames,omitempty"` // nanoseconds of each; the CPU time, negative, if another program took the processor
	SetUp      int64     `json:"setUp"`            // nanoseconds before the first frame
	Played     int64     `json:"played"`           // nanoseconds of all frames and selections
	Steps      []float64 `json:"steps,omitempty"`  // nanoseconds per undisturbed frame
	Bytes      float64   `json:"bytes"`            // allocated per frame
	Allocs     float64   `json:"allocs"`           // per frame
	Peak       int64     `json:"peak,omitempty"`   // bytes of resident memory; 0 if unknown
	CPU        float64   `json:"cpu,omitempty"`    // seconds of the whole process, set by its parent
	Retained   int64     `json:"retained"`         // bytes of the heap after the last frame, for the world
	GC         float64   `json:"gc"`               // CPU time of the garbage collector per time of frames
	Entities   int       `json:"entities"`
	State      string    `json:"state"` // hash of all entities
	Panic      string    `json:"panic,omitempty"`
	PanicFrame uint32    `json:"panicFrame,omitempty"`
	PanicStep  string    `json:"panicStep,omitempty"`
	Dump       []uint64  `json:"dump,omitempty"` // with -dump: serial, hash, serial, ...

	Sample *timing.Measurement `json:"sample,omitempty"` // of the measured steps; an operation is a pass
	PerOp  int                 `json:"perOp,omitempty"`  // entities of a pass
	Passes int                 `json:"passes,omitempty"` // of the world that was verified
	Values []Value             `json:"values,omitempty"` // of a quantity instead of a time; the first one ranks the libraries
}

// Main is the main function of a generated program. It reads a [Spec] from
// standard input and writes a [Result] to standard output.
func Main[G Game](newGame func(*Spec) G) {
	open := func(spec *Spec) Game { return newGame(spec) }
	dump := flag.Bool("dump", false, "write the hash of each entity")
	flag.Parse()
	var spec Spec
	err := json.NewDecoder(os.Stdin).Decode(&spec)
	if err != nil {
		err = fmt.Errorf("reading the world from standard input: %w", err)
	} else {
		played := play
		if spec.Measured() {
			played = measure
		}
		err = json.NewEncoder(os.Stdout).Encode(played(&spec, open, *dump))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func play(spec *Spec, open func(*Spec) Game, dump bool) (result Result) {
	runtime.LockOSThread() // processor counts for this thread
	began := time.Now()
	script := NewScript(spec)
	clock := &Clock{spent: make([]time.Duration, len(spec.Steps))}
	step := "set-up"
	defer func() {
		if caught := recover(); caught != nil {
			if step == "" && clock.step < len(spec.Steps) {
				step = spec.Steps[clock.step].Name
			}
			result = Result{Panic: fmt.Sprint(caught), PanicFrame: script.Frame.Number, PanicStep: step}
		}
	}()
	spawned, attached := script.Population()
	ages := script.age()
	before := live()
	game := open(spec)
	populate(game, &spawned, ages)
	game.Attach(&attached)
	spawned, attached, ages = List{}, List{}, nil
	step = ""
	result.SetUp = int64(time.Since(began))
	for range spec.Warmup {
		game.Prepare(script.Next())
		clock.begin()
		game.Frame(&script.Frame, clock)
	}
	result.Frames, result.Steps = make([]int64, 0, spec.Frames), make([]float64, len(spec.Steps))
	quiet := 0
	runtime.GC()
	var m0, m1 runtime.MemStats
	runtime.ReadMemStats(&m0)
	gc0 := collecting()
	total, extra := time.Duration(0), uint32(1)
	for range spec.Frames {
		game.Prepare(script.Next())
		took := Time(func() time.Duration {
			clock.begin()
			game.Frame(&script.Frame, clock)
			if spec.Extra > 0 {
				extra += Work(extra, 0, spec.Extra)
				clock.last = time.Since(epoch)
			}
			return clock.last - clock.start
		})
		result.Frames = append(result.Frames, took)
		if took < 0 {
			total -= time.Duration(took)
			continue
		}
		total += time.Duration(took)
		quiet++
		for i, spent := range clock.spent {
			result.Steps[i] += float64(spent)
		}
	}
	runtime.ReadMemStats(&m1)
	result.Played = int64(time.Since(began)) - result.SetUp
	result.GC = (collecting() - gc0) / total.Seconds()
	frames := float64(spec.Frames)
	result.Bytes, result.Allocs = float64(m1.TotalAlloc-m0.TotalAlloc)/frames, float64(m1.Mallocs-m0.Mallocs)/frames
	for i := range result.Steps {
		result.Steps[i] /= float64(max(1, quiet))
	}
	result.Peak = peak()
	step = "verification"
	result.Retained = live() - before
	result.Entities, result.State, result.Dump = state(script, game, script.Live(), dump)
	runtime.KeepAlive(game)
	runtime.KeepAlive(extra)
	return result
}

// populate creates the entities of the start and ages them.
func populate(game Game, spawned *List, ages []replacement) {
	game.Spawn(spawned)
	replaceAll(game, ages)
}

func replaceAll(game Game, ages []replacement) {
	for i := range ages {
		game.Destroy(&ages[i].gone)
		game.Spawn(&ages[i].back)
	}
}

// Time returns the nanoseconds of a frame for the report. If another program took the processor
// for more than a hundredth of them, it returns the CPU time of the program, negative. The
// caller has locked its thread.
func Time(frame func() time.Duration) int64 {
	preempted0, cpu0 := processor()
	took := int64(frame())
	preempted1, cpu1 := processor()
	if spent := cpu1 - cpu0; preempted1 != preempted0 && 0 < spent && spent < took-took/100 {
		return -spent
	}
	return took
}

// peak returns the peak of resident memory in bytes, 0 where the system does not report it. In
// getrusage the memory of the parent counts as the child's.
func peak() int64 {
	status, _ := os.ReadFile("/proc/self/status")
	_, line, _ := strings.Cut(string(status), "VmHWM:")
	line, _, _ = strings.Cut(line, "kB")
	kilobytes, _ := strconv.ParseInt(strings.TrimSpace(line), 10, 64)
	return 1024 * kilobytes
}

// live returns the bytes of the heap in use.
func live() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// collecting returns the CPU time of the garbage collector so far, in seconds.
func collecting() float64 {
	s := []metrics.Sample{{Name: "/cpu/classes/gc/total:cpu-seconds"}, {Name: "/cpu/classes/gc/mark/idle:cpu-seconds"}}
	metrics.Read(s)
	if s[0].Value.Kind() != metrics.KindFloat64 || s[1].Value.Kind() != metrics.KindFloat64 {
		return 0
	}
	return s[0].Value.Float64() - s[1].Value.Float64()
}

// state compares entities with the script and returns their hash. The hash is a sum over entities,
// since each library has its own order.
func state(script *Script, game Game, slots []uint32, dump bool) (entities int, hash string, all []uint64) {
	sum := uint64(0)
	for _, slot := range slots {
		h, alive := game.Hash(slot, script)
		if alive {
			entities++
		}
		h = Mix(h ^ uint64(script.Serial[slot])<<32)
		sum += h
		if dump {
			all = append(all, uint64(script.Serial[slot]), h)
		}
	}
	return entities, fmt.Sprintf("%016x-%016x", sum, game.Total()), all
}

// Hash returns the hash of a component of an entity, 0 without the component.
func Hash[C any, Pointer interface {
	*C
	Hash() uint64
}](component uint64, c Pointer) uint64 {
	if c == nil {
		return 0
	}
	return Mix(Mix(component+1) ^ c.Hash())
}

// Mix spreads the bits of a value (the finalizer of SplitMix64, G. L. Steele et
// al., "Fast splittable pseudorandom number generators", OOPSLA 2014).
func Mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Work is extra work of a system for an entity: a chain of dependent multiplications and
// additions. Its start depends on the previous work, whose value has no influence on the result.
// Otherwise a processor would work on several entities at a time and take a fraction of the time
// in the world file.
func Work(x, before uint32, iterations int) uint32 {
	x += before & uint32(iterations>>40) // 0, which the compiler cannot derive
	for range iterations {
		x = x*1664525 + 1013904223
	}
	return x
}

// NanosecondsPerIteration measures [Work] on this machine, until the clock of the core has
// risen. It returns the median: the fastest run has a clock that the core does not keep.
func NanosecondsPerIteration() float64 {
	const iterations = 100_000
	var took [200]time.Duration
	x := uint32(1)
	for i := range took {
		start := time.Now()
		x = Work(x, 0, iterations)
		took[i] = time.Since(start)
	}
	runtime.KeepAlive(x)
	slices.Sort(took[:])
	return float64(took[len(took)/2]) / iterations
}
