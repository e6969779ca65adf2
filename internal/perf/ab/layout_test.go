package ab

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

// A fakeLayouts is a machine in which the order of functions moves one case and not the other.
type fakeLayouts struct {
	*fakeSource
	moves map[string]float64       // of the slowest order
	takes map[string]time.Duration // a trial of a case, instead of none
}

func (f *fakeLayouts) Run(ctx context.Context, t Trial) ([]Block, error) {
	limited, cancel := context.WithTimeout(ctx, f.takes[t.Case.Name])
	defer cancel()
	if <-limited.Done(); ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return f.fakeSource.Run(ctx, t)
}

func (*fakeLayouts) Layouts() int { return 6 }

func (f *fakeLayouts) RunLayout(ctx context.Context, t Trial, layout int) ([]Block, error) {
	blocks, err := f.Run(ctx, t)
	for _, b := range blocks {
		b[unitTime] *= 1 + f.moves[t.Case.Name]*float64(layout%6)/5 // the aligned one is as fast as the first
	}
	return blocks, err
}

// The estimate is not biased by the choice of the slowest among six noisy orders.
func TestPlacementOfFunctions(t *testing.T) {
	t.Parallel()
	src := &fakeLayouts{fakeSource: newFake(3, "Moved", "Still"), moves: map[string]float64{"Moved": 0.3}}
	list, late, failed, err := Layouts(t.Context(), src, Options{Rounds: 20, Seed: 5})
	if err != nil || len(list) != 2 || len(late)+len(failed) > 0 {
		t.Fatalf("%+v, late %v, failed %v, %v", list, late, failed, err)
	}
	moved, still := list[0], list[1]
	if moved.Case.Name != "Moved" || math.Abs(moved.Moves-0.3) > 0.03 || !(moved.Low < 0.3 && 0.3 < moved.High) || len(moved.Unsafe) != 3 || math.Abs(moved.Aligned) > 0.03 {
		t.Errorf("%+v", moved)
	}
	if still.Moves > 0.015 || still.Low > 0 || len(still.Unsafe) > 0 {
		t.Errorf("%+v", still)
	}
	var text strings.Builder
	fixture.Check(t, WriteLayouts(&text, list, []CaseID{{Name: "Late"}}, []FailedCase{{Case: CaseID{Name: "Bad"}, Reason: "panic"}}, 6))
	for _, want := range []string{"2% 5% 10%", "1 of 2 benchmarks by more than 10%, 0 more may be", "failed: Bad: panic", "1 benchmark is without 6 rounds"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
}

// If the time is not enough for the rounds of all cases, it is used for as many as possible.
func TestLayoutsOfSomeCases(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		src := &fakeLayouts{fakeSource: newFake(3), takes: map[string]time.Duration{}}
		for i := range 176 {
			c := CaseID{Name: fmt.Sprintf("Case%d", i)}
			src.inventory.Common = append(src.inventory.Common, c)
			src.takes[c.Name] = 130 * time.Millisecond
		}
		src.takes["Case7"] = time.Minute
		begun := time.Now()
		list, late, failed, err := Layouts(t.Context(), src, Options{Budget: 5 * time.Minute, Started: begun, Seed: 5})
		if err != nil || len(list) < 35 || len(list)+len(late)+len(failed) != 176 || len(failed) > 1 {
			t.Errorf("%d measured, %d late, failed %v, %v", len(list), len(late), failed, err)
		}
		if took := time.Since(begun); took > 5*time.Minute+time.Second {
			t.Errorf("took %v", took)
		}
	})
}

// A budget that ends before the pilot leaves all cases, and is no error.
func TestLayoutsWithoutTime(t *testing.T) {
	t.Parallel()
	src := &fakeLayouts{fakeSource: newFake(3, "A", "B")}
	list, late, failed, err := Layouts(t.Context(), src, Options{Budget: time.Second, Started: time.Now().Add(-time.Minute), Seed: 5})
	if err != nil || len(list)+len(failed) > 0 || len(late) != 2 {
		t.Errorf("%v, late %v, failed %v, %v", list, late, failed, err)
	}
}

// Beside a suspect stands the distance between the slowest and the fastest of six orders.
func TestSuspectsStateTheEffectOfPlacement(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 1))
	k := &comparison{unit: unitTime}
	rounds := func(n int, spread float64) (list []round) {
		for range n {
			list = append(list, round{Base: {unitTime: math.Exp(spread * rng.NormFloat64())}})
		}
		return list
	}
	share, ok := k.moves(rounds(400, 0.01), rounds(400, 0.05))
	if want := math.Expm1(2.534 * math.Sqrt(0.05*0.05-0.01*0.01)); !ok || math.Abs(share-want) > 0.3*want {
		t.Errorf("%v, %v, want %v", share, ok, want)
	}
	if share, ok := k.moves(rounds(400, 0.02), rounds(400, 0.01)); !ok || share != 0 {
		t.Errorf("less scatter in random orders: %v, %v", share, ok)
	}
	if _, ok := k.moves(rounds(9, 1), rounds(fewestRounds-1, 1)); ok {
		t.Error("of too few rounds")
	}
}
