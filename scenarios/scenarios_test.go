package scenarios_test

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/kernel"
	"github.com/ecsbench/ecsbench/profiles"
	"github.com/ecsbench/ecsbench/scenarios"
)

func openCase(t testing.TB, scenario, impl string, entities, components int) scenarios.Workload {
	t.Helper()
	return openWrapped(t, scenario, impl, entities, components, nil)
}

// openWrapped opens a case whose worlds are wrapped, unless wrap is nil.
func openWrapped(t testing.TB, scenario, impl string, entities, components int, wrap func(impls.World) impls.World) scenarios.Workload {
	t.Helper()
	scenario, age := strings.CutSuffix(scenario, "+aged")
	s, err := scenarios.Find(scenario)
	fixture.Check(t, err)
	point := at(s, entities, components)
	if age {
		point["aged"] = 2
	}
	i, err := registry.Find(impl)
	fixture.Check(t, err)
	p, err := profiles.Load("A")
	fixture.Check(t, err)
	w, err := s.Open(scenarios.Setup{
		Profile: p, At: point, Seed: 1,
		Options: s.Values, Impl: impl, OpenWorld: func(cfg impls.Config) (impls.World, error) {
			w, err := i.Open(cfg)
			if err == nil && wrap != nil {
				w = wrap(w)
			}
			return w, err
		},
	})
	fixture.Check(t, err)
	return w
}

// at returns the default point of a scenario with a size.
func at(s scenarios.Chosen, entities, components int) scenarios.Point {
	point := scenarios.Point{}
	for _, a := range s.Axes {
		point[a.Name] = a.Default[0]
	}
	point["n"], point["comps"], point["changes"] = entities, components, 1000
	return point
}

var variants = []string{
	"create", "create:reserve=yes", "create:register=used",
	"iterate", "iterate:decoys=10", "iterate:register=used",
	"create-remove", "create-remove:cycles=1",
	"physics", "physics:decoys=3",
	"mixed", "mixed:kinds=1", "mixed:kinds=300:register=used",
	"create:memory=cold", "create:mode=batch", "create-remove:mode=batch", "churn", "churn:mode=batch:rate=500", "fragments", "lookup", "lookup:order=created", "lookup+aged", "lookup:order=created+aged", "parallel", "memory", "iterate+aged", "iterate:decoys=2+aged", "create:world=used",
	"create+aged", "destroy", "destroy+aged", "destroy:order=created:mode=batch", "exchange", "exchange+aged", "fragments+aged", "crowd+aged", "crowd:each=0+aged", "systems+aged", "memory+aged", "watch", "crowd", "crowd:each=0", "systems",
	"crossover", "crossover:mode=batch", "gc", "gc:pointers=yes", "new-world", "parallel:work=light", "archetypes",
	"notify", "notify:part=iterate", "deferred", "deferred:made=now", "reserve", "freelist", "blocksize",
}

// kept lists variants that need a reference.
var kept = []string{"detect", "detect:part=write", "save"}

// loose lists variants without a world.
var loose = []string{"dispatch", "layout"}

func TestScenariosVerifyHonestWork(t *testing.T) {
	t.Run("dense", func(t *testing.T) { verifyHonest(t, "dense", variants) })
	t.Run("soa", func(t *testing.T) { verifyHonest(t, "soa", slices.Concat(loose, kept)) })
	t.Run("objects", func(t *testing.T) { verifyHonest(t, "objects", loose) })
}

func verifyHonest(t *testing.T, impl string, variants []string) {
	for _, scenario := range variants {
		for _, n := range []int{1, 2, 1000} {
			for _, components := range []int{1, 2, 5, 10} {
				if components > 1 && !varies(t, scenario, "comps") {
					break
				}
				w := openCase(t, scenario, impl, n, components)
				if m, ok := w.(scenarios.Measured); ok {
					if n > 2 && components > 2 {
						continue // it collects garbage repeatedly
					}
					if _, err := m.Measure(); err != nil {
						t.Fatal(err)
					}
				}
				for _, operations := range []int{1, 3} {
					fixture.Check(t, w.Prepare(operations))
					w.Run(operations)
				}
				if err := w.Verify(); err != nil {
					t.Errorf("%s n=%d comps=%d: %v", scenario, n, components, err)
				}
			}
		}
	}
}

// varies reports whether a scenario has an axis.
func varies(t *testing.T, scenario, axis string) bool {
	scenario, _ = strings.CutSuffix(scenario, "+aged")
	s, err := scenarios.Find(scenario)
	fixture.Check(t, err)
	return slices.ContainsFunc(s.Axes, func(a scenarios.Axis) bool { return a.Name == axis })
}

// A cheat does all work except one thing.
type cheat struct {
	impls.World
	runs int
	flaw string
}

func (c *cheat) Run(system int, dt float32) int {
	c.runs++
	if c.flaw == "skips an update" && c.runs%2 == 0 {
		return c.World.Run(system, 0) // visits without work
	}
	if c.flaw == "misreports" {
		return c.World.Run(system, dt) - 1
	}
	return c.World.Run(system, dt)
}

func (c *cheat) Spawn(set int, first uint32, dst impls.Handles) {
	if c.flaw == "spawns less" {
		c.World.Spawn(set, first, dst.Slice(0, dst.Len()-1))
		return
	}
	if c.flaw == "wrong values" {
		first++
	}
	c.World.Spawn(set, first, dst)
}

func (c *cheat) Destroy(r impls.Handles) int {
	if c.flaw == "forgets to destroy" {
		return r.Len()
	}
	return c.World.(impls.Changer).Destroy(r)
}

func (c *cheat) Exchange(move int, r impls.Handles, first uint32) int {
	if c.flaw == "keeps what it should drop" && move == 1 {
		return r.Len()
	}
	return c.World.(impls.Changer).Exchange(move, r, first)
}

func (c *cheat) Save(w io.Writer) error { return c.World.(impls.Saver).Save(w) }

func (c *cheat) Load(r io.Reader) error {
	if c.flaw == "loads nothing" {
		return nil
	}
	return c.World.(impls.Saver).Load(r)
}

func (c *cheat) Touch(r impls.Handles, component kernel.Component) {
	d := c.World.(impls.Detector)
	d.Touch(r, component)
	switch {
	case c.flaw == "touches what it should not":
		d.Touch(r.Slice(0, 1), component)
	case c.flaw == "touches another component":
		d.Touch(r.Slice(0, 1), kernel.PositionID)
	}
}

func (c *cheat) Changed(component kernel.Component) (int, uint64) {
	if c.flaw == "forgets to look" {
		return 0, 0
	}
	return c.World.(impls.Detector).Changed(component)
}

func (c *cheat) Lookup(r impls.Handles, component kernel.Component) uint64 {
	if c.flaw == "looks at Position only" {
		component = kernel.PositionID
	}
	sum := c.World.(impls.Looker).Lookup(r, component)
	if c.flaw == "looks elsewhere" {
		sum++
	}
	return sum
}

func (c *cheat) Tick(workers int, dt float32) []int {
	visited := c.World.(impls.Ticker).Tick(workers, dt)
	if c.flaw == "misreports" {
		visited[0]--
	}
	return visited
}

func TestVerifyCatchesWrongWork(t *testing.T) {
	for _, test := range []struct{ scenario, cheat string }{
		{"create", "spawns less"}, {"create", "wrong values"}, {"create", "misreports"},
		{"iterate", "skips an update"}, {"iterate", "misreports"}, {"iterate", "wrong values"},
		{"physics", "skips an update"}, {"physics:decoys=2", "wrong values"},
		{"create-remove", "forgets to destroy"}, {"create-remove", "spawns less"},
		{"mixed", "skips an update"}, {"mixed", "misreports"}, {"churn:rate=50", "forgets to destroy"},
		{"lookup", "looks elsewhere"}, {"lookup", "looks at Position only"}, {"parallel", "misreports"}, {"fragments", "skips an update"}, {"fragments", "wrong values"},
		{"destroy", "forgets to destroy"}, {"destroy", "wrong values"}, {"exchange", "keeps what it should drop"}, {"watch", "wrong values"},
		{"crowd", "misreports"}, {"systems", "skips an update"}, {"iterate+aged", "forgets to destroy"},
		{"crossover", "looks elsewhere"}, {"crossover", "forgets to destroy"}, {"crossover", "keeps what it should drop"}, {"crossover", "skips an update"},
		{"tail", "forgets to destroy"}, {"tail", "wrong values"}, {"gc", "wrong values"}, {"archetypes", "spawns less"}, {"memory", "wrong values"}, {"leaks", "forgets to destroy"}, {"leaks", "wrong values"},
		{"new-world", "misreports"},
		{"save", "loads nothing"}, {"detect", "forgets to look"}, {"detect", "touches what it should not"}, {"detect", "touches another component"},
		{"notify", "keeps what it should drop"}, {"notify:part=iterate", "misreports"}, {"deferred:made=now", "keeps what it should drop"},
		{"reserve", "spawns less"}, {"freelist", "skips an update"}, {"blocksize", "misreports"}, {"blocksize", "wrong values"},
	} {
		impl := "dense"
		if slices.Contains(kept, test.scenario) {
			impl = "soa"
		}
		w := openWrapped(t, test.scenario, impl, 500, 2, func(w impls.World) impls.World { return &cheat{World: w, flaw: test.cheat} })
		fixture.Check(t, w.Prepare(2))
		w.Run(2)
		if err := w.Verify(); err == nil {
			t.Errorf("%s: a world that %s was verified", test.scenario, test.cheat)
		}
	}
}

func TestSystemsAreDrawnOverTheWholeProfile(t *testing.T) {
	s, err := scenarios.Find("iterate")
	fixture.Check(t, err)
	p, err := profiles.Load("AAA")
	fixture.Check(t, err)
	var cfg impls.Config
	opened := errors.New("opened")
	_, err = s.Open(scenarios.Setup{Profile: p, At: at(s, 10, 2), Seed: 1, Options: s.Values, Impl: "null", OpenWorld: func(c impls.Config) (impls.World, error) {
		cfg = c
		return nil, opened
	}})
	if !errors.Is(err, opened) {
		t.Fatalf("got %v, want the error of the world", err)
	}
	if len(cfg.Types) != 512 || len(cfg.Systems) != 64 {
		t.Fatalf("%d types and %d systems are registered", len(cfg.Types), len(cfg.Systems))
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

// counting counts the entities created in it.
type counting struct {
	impls.World
	spawned *int
}

func (c counting) Unwrap() impls.World { return c.World }

func (c counting) Spawn(bundle int, first uint32, dst impls.Handles) {
	*c.spawned += dst.Len()
	c.World.Spawn(bundle, first, dst)
}

// Warm-up and second verification create few entities in large worlds.
func TestLargeWorldsAreFilledOnce(t *testing.T) {
	fixture.Long(t)
	const n = 100_000
	for _, test := range []struct {
		scenario string
		filled   int // fillings for the first batch
		more     int // for the second
	}{{"create", 1, 1}, {"create:world=used", 2, 1}, {"destroy", 1, 1}} {
		spawned := 0
		w := openWrapped(t, test.scenario, "dense", n, 2, func(w impls.World) impls.World { return counting{w, &spawned} })
		share, err := w.Warm()
		fixture.Check(t, err)
		if share <= 0 || share > 0.5 || spawned == 0 || spawned > n/2 {
			t.Errorf("%s: the warm-up was %g of an operation and created %d entities", test.scenario, share, spawned)
		}
		for batch, filled := range []int{test.filled, test.more} {
			spawned = 0
			fixture.Check(t, w.Prepare(1))
			w.Run(1)
			if spawned != filled*n {
				t.Errorf("%s: batch %d created %d entities, want %d times %d", test.scenario, batch+1, spawned, filled, n)
			}
		}
		spawned = 0
		if err := w.Verify(); err != nil {
			t.Errorf("%s: %v", test.scenario, err)
		}
		if spawned > n/2 {
			t.Errorf("%s: Verify created %d entities", test.scenario, spawned)
		}
	}
}
