package scenarios

import (
	"testing"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/profiles"
)

func openCase(t testing.TB, scenario, impl string, entities, components int) Workload {
	t.Helper()
	s, err := Find(scenario)
	if err != nil {
		t.Fatal(err)
	}
	i, err := registry.Find(impl)
	if err != nil {
		t.Fatal(err)
	}
	p, err := profiles.Load("A")
	if err != nil {
		t.Fatal(err)
	}
	if !s.Components {
		components = 0
	}
	w, err := s.Open(Case{
		Profile: p, Entities: entities, Components: components, Seed: 1,
		Options: s.Values, OpenWorld: i.Open,
	})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

var variants = []string{
	"create", "create:reserve=yes", "create:register=used",
	"iterate", "iterate:decoys=10", "iterate:register=used",
	"create-remove", "create-remove:cycles=1",
	"physics", "physics:decoys=3",
	"mixed", "mixed:churn=20", "mixed:kinds=1", "mixed:kinds=300:register=used",
}

func TestScenariosVerifyTheDenseBackend(t *testing.T) {
	for _, scenario := range variants {
		for _, n := range []int{1, 2, 1000} {
			for components := 1; components <= 3; components++ {
				w := openCase(t, scenario, "dense", n, components)
				for _, operations := range []int{1, 3} {
					if err := w.Prepare(operations); err != nil {
						t.Fatal(err)
					}
					w.Run(operations)
				}
				if err := w.Verify(); err != nil {
					t.Errorf("%s n=%d comps=%d: %v", scenario, n, components, err)
				}
			}
		}
	}
}

// A cheat does all the work but for one thing.
type cheat struct {
	impls.World
	updates int
	flaw    string
}

func (c *cheat) Update(system int, dt float32) int {
	c.updates++
	if c.flaw == "skips an update" && c.updates%2 == 0 {
		return c.World.Update(system, 0) // visits, and does nothing
	}
	if c.flaw == "misreports" {
		return c.World.Update(system, dt) - 1
	}
	return c.World.Update(system, dt)
}

func (c *cheat) Spawn(set int, first uint32, dst []impls.Entity) {
	if c.flaw == "spawns less" {
		c.World.Spawn(set, first, dst[:len(dst)-1])
		return
	}
	if c.flaw == "wrong values" {
		first++
	}
	c.World.Spawn(set, first, dst)
}

func (c *cheat) Destroy(es []impls.Entity) int {
	if c.flaw == "forgets to destroy" {
		return len(es)
	}
	return c.World.Destroy(es)
}

func TestVerifyCatchesWrongWork(t *testing.T) {
	for _, test := range []struct{ scenario, cheat string }{
		{"create", "spawns less"}, {"create", "wrong values"}, {"create", "misreports"},
		{"iterate", "skips an update"}, {"iterate", "misreports"}, {"iterate", "wrong values"},
		{"physics", "skips an update"}, {"physics:decoys=2", "wrong values"},
		{"create-remove", "forgets to destroy"}, {"create-remove", "spawns less"},
		{"mixed", "skips an update"}, {"mixed", "misreports"}, {"mixed:churn=50", "forgets to destroy"},
	} {
		s, err := Find(test.scenario)
		if err != nil {
			t.Fatal(err)
		}
		dense, err := registry.Find("dense")
		if err != nil {
			t.Fatal(err)
		}
		p, _ := profiles.Load("A")
		c := Case{Profile: p, Entities: 500, Seed: 1, Options: s.Values, OpenWorld: func(cfg impls.Config) (impls.World, error) {
			w, err := dense.Open(cfg)
			return &cheat{World: w, flaw: test.cheat}, err
		}}
		if s.Components {
			c.Components = 2
		}
		w, err := s.Open(c)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Prepare(2); err != nil {
			t.Fatal(err)
		}
		w.Run(2)
		if err := w.Verify(); err == nil {
			t.Errorf("%s: a world that %s was verified", test.scenario, test.cheat)
		}
	}
}

func TestSystemsAreDrawnOverTheWholeProfile(t *testing.T) {
	p, _ := profiles.Load("AAA")
	cfg := config(Case{Profile: p, Seed: 1}, [][]impls.Component{seedSet(2)}, impls.MovePos)
	if len(cfg.Components) != 512 || len(cfg.Systems) != 64 {
		t.Fatalf("%d types and %d systems are registered", len(cfg.Components), len(cfg.Systems))
	}
	low, high := 0, 0
	for _, s := range cfg.Systems[1:] {
		if n := len(s.Requires); n < 1 || n > 3 {
			t.Errorf("a system requires %v", s.Requires)
		}
		for _, c := range s.Requires {
			if c < 256 {
				low++
			} else {
				high++
			}
		}
	}
	if low < 30 || high < 30 {
		t.Errorf("requirements are not spread over the types: %d in the lower half, %d in the upper", low, high)
	}
}
