package archetype_test

import (
	"math/rand/v2"
	"testing"

	"github.com/ecsbench/ecsbench/impls"
)

// Trees against a list of parents by child, over random changes.
func TestTreesAgainstAList(t *testing.T) {
	draw := rand.New(rand.NewPCG(2, 2))
	for range 20 {
		const n, none = 200, -1
		w := openLarge(t, impls.PerEntity)
		r := w.Handles(n)
		w.Spawn(0, 0, r)
		parentOf, alive := make([]int, n), make([]bool, n)
		for i := range n {
			parentOf[i], alive[i] = none, true
		}
		below := func(root int) (all []int) {
			all = []int{root}
			for at := 0; at < len(all); at++ {
				for c, p := range parentOf {
					if p == all[at] {
						all = append(all, c)
					}
				}
			}
			return all
		}
		end := func(i int) {
			alive[i], parentOf[i] = false, none
			for c, p := range parentOf {
				if p == i {
					parentOf[c] = none
				}
			}
		}
		for range 400 {
			a, b := draw.IntN(n), draw.IntN(n)
			one, other := r.Slice(a, a+1), r.Slice(b, b+1)
			switch draw.IntN(8) {
			case 0:
				w.Destroy(one)
				end(a)
			case 1:
				want := 0
				if alive[a] {
					all := below(a)
					want = len(all)
					for _, i := range all {
						end(i)
					}
				}
				if got := w.DestroyTrees(one); got != want {
					t.Fatalf("DestroyTrees ended %d entities, want %d", got, want)
				}
			case 2:
				if !alive[a] {
					w.Spawn(1, uint32(a), one)
					alive[a] = true
				}
			default:
				cycle := false
				for _, i := range below(a) {
					cycle = cycle || i == b
				}
				if !cycle {
					w.Attach(one, other)
					if alive[a] && alive[b] {
						parentOf[a] = b
					}
				}
			}
			children, living := make([]int, n), 0
			for i, p := range parentOf {
				if p != none {
					children[p]++
				}
				if alive[i] {
					living++
				}
			}
			for i, want := range children {
				if got, _ := w.Children(r.Slice(i, i+1)); got != want {
					t.Fatalf("entity %d has %d children, want %d", i, got, want)
				}
			}
			if w.Len() != living {
				t.Fatalf("%d entities are alive, want %d", w.Len(), living)
			}
		}
	}
}
