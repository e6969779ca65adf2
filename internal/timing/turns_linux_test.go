package timing

import (
	"bufio"
	"os"
	"os/exec"
	"runtime"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"golang.org/x/sys/unix"
)

const competes = "ECSBENCH_COMPETES"

// A process on the same processor takes half of it. That half is no time of the work.
func TestTimeOfOtherProcessesIsSubtracted(t *testing.T) {
	if os.Getenv(competes) != "" {
		os.Stdout.WriteString("ready\n")
		for SpinLoop(1_000_000) != 0 {
		}
	}
	stayOnOneProcessor(t)
	competitor := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$")
	competitor.Env = append(os.Environ(), competes+"=1")
	out, err := competitor.StdoutPipe()
	fixture.Check(t, err)
	fixture.Check(t, competitor.Start())
	defer competitor.Process.Kill()
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	before, start := ProcessTurns(), time.Now()
	for time.Since(start) < 200*time.Millisecond && SpinLoop(100_000) != 0 {
	}
	timed := time.Since(start)
	turns := ProcessTurns().Since(before)
	if left := turns.Without(timed); !turns.Known || left > timed*9/10 || left < min(timed, turns.Processor) {
		t.Errorf("%v of %v are left (%+v)", left, timed, turns)
	}
}

// stayOnOneProcessor binds the calling thread, and those that it starts, to one processor.
func stayOnOneProcessor(t *testing.T) {
	t.Helper()
	runtime.LockOSThread() // and never unlock: the thread with this affinity ends with the test
	var usable, one unix.CPUSet
	if err := unix.SchedGetaffinity(0, &usable); err != nil {
		t.Fatalf("the processors of a thread cannot be chosen: %v", err)
	}
	for cpu := range 1024 {
		if usable.IsSet(cpu) {
			one.Set(cpu)
			break
		}
	}
	if err := unix.SchedSetaffinity(0, &one); err != nil {
		t.Fatalf("the processors of a thread cannot be chosen: %v", err)
	}
}

// A crowd is a workload of two threads on one processor. Each waits while the other works.
type crowd struct {
	sleeper
	stay   func()
	took   time.Duration
	worked bool
}

func (c *crowd) Workers() int { return 2 }

func (c *crowd) RunParts(int) {
	start := time.Now()
	done := make(chan bool)
	go func() {
		c.stay()
		done <- SpinLoop(30_000_000) != 0
	}()
	c.worked = SpinLoop(30_000_000) != 0 && <-done
	c.took = time.Since(start)
}

// While one thread waits, another one of the workload works.
func TestTimeOfOwnThreadsIsNotSubtracted(t *testing.T) {
	stayOnOneProcessor(t)
	c := &crowd{sleeper: sleeper{parts: 1}, stay: func() { stayOnOneProcessor(t) }}
	s := newStopwatch(c, thisCore)
	s.perPart = float64(2 * turn)
	timed := timing{parts: 1}
	fixture.Check(t, s.time(&timed))
	if timed.batches[0] < c.took || !c.worked {
		t.Errorf("%v of %v were measured", timed.batches[0], c.took)
	}
}
