package main

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/ecsbench/ecsbench/scripts/program"
)

// A change is what is injected.
type change struct {
	module    *module
	kind      string // of what was done
	function  function
	benchmark string            // that calls the function most
	others    []string          // that are measured too
	files     map[string]string // to write, by path in the module
	slowdown  float64           // of the benchmark, see effect
	at        int               // the commit, from 1 on
}

// pattern matches the benchmarks that are measured.
func (c *change) pattern() string {
	return "^(" + strings.Join(append([]string{c.benchmark}, c.others...), "|") + ")$"
}

// reaches reports whether a case executes the function that was changed.
func (c *change) reaches(name string) bool {
	name = benchmarkOf.FindString(name)
	return slices.ContainsFunc(c.module.benchmarks, func(b benchmark) bool {
		return b.Folder == c.function.folder && strings.TrimPrefix(b.Name, "Benchmark") == strings.TrimPrefix(name, "Benchmark") && b.Reached[c.function.position()]
	})
}

const (
	planned   = 0.20 // slowdown, by the usual time of an injection
	least     = 0.10 // slowdown that is measured; otherwise more is injected
	doublings = 7    // of what is injected, at most
	measured  = 2    // benchmarks
)

// regressions are the kinds of them.
var regressions = []string{"allocation", "loop", "lock", "map", "bounds", "interface"}

// An injection is Go code that is executed n times, and about how long one takes.
type injection struct {
	statement, declaration string
	ns                     float64
}

var injections = map[string]injection{
	"allocation": {"injectedBytes = make([]byte, 64)", "var injectedBytes []byte", 25},
	"loop":       {"injectedCount ^= injectedCount<<3 + 1", "", 1.5},
	"lock":       {"injectedLock.Lock(); injectedCount++; injectedLock.Unlock()", "var injectedLock sync.Mutex", 12},
	"map":        {"injectedCount += injectedMap[injectedCount&63]", "var injectedMap = map[int]int{1: 2, 5: 7, 32: 1, 63: 8}", 8},
	"bounds":     {"injectedCount += injectedTable[injectedOrder[injectedCount&7]]", "var injectedTable, injectedOrder = []int{1, 2, 3, 4, 5, 6, 7, 8, 9}, []int{4, 2, 7, 1, 3, 0, 5, 6}", 4},
	"interface":  {"injectedAny = injectedCount | 1<<20; injectedCount += injectedAny.(int) & 1", "var injectedAny interface{}", 15},
}

// change draws a change from the seed.
func (m *module) change(kind string, number int) *change {
	rng := rand.New(rand.NewPCG(m.series.seed, uint64(number)<<32|uint64(slices.Index(modules, m.path))))
	c := &change{module: m, kind: kind, at: 1 + rng.IntN(3)}
	m.restore()
	if injected, ok := injections[kind]; ok {
		c.regression(rng, injected)
	} else {
		c.refactoring(rng, kind)
	}
	return c
}

// regression slows a function down that is drawn at random.
func (c *change) regression(rng *rand.Rand, injected injection) {
	m := c.module
	order := rng.Perm(len(m.functions))
	used := func(i int) int {
		if m.used[m.functions[i].position()] {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(order, func(a, b int) int { return used(a) - used(b) }) // new ones first
	for _, i := range order {
		f := m.functions[i]
		best, share := m.reaching(f)
		if share == 0 {
			continue
		}
		text := string(program.Must(os.ReadFile(filepath.Join(m.dir, f.file))))
		c.function, c.benchmark = f, best
		times := max(1, int(math.Ceil(planned/share/injected.ns)))
		imports := ""
		if strings.Contains(injected.declaration, "sync.") {
			imports = "import \"sync\"\n\n"
		}
		for range doublings {
			c.files = map[string]string{
				f.file:                             fmt.Sprintf("%s\n\tfor injected := 0; injected < %d; injected++ {\n\t\t%s\n\t}\n%s", text[:f.body], times, strings.ReplaceAll(injected.statement, "; ", "\n\t\t"), text[f.body:]),
				path.Join(f.folder, "injected.go"): fmt.Sprintf("package %s\n\n%svar injectedCount = 1\n\n%s\n", f.pkg, imports, injected.declaration),
			}
			if !c.valid() {
				break
			}
			if c.slowdown = c.effect(); c.slowdown >= least {
				m.used[f.position()] = true
				c.chooseOthers(rng)
				return
			}
			times *= 2
		}
	}
	program.Check(errors.New("no function is reached by a benchmark"))
}

// reaching names the fastest benchmark of those that call a function most often, and the
// calls per nanosecond.
func (m *module) reaching(f function) (name string, share float64) {
	of := func(b benchmark) float64 {
		if calls := b.Calls[f.position()]; b.Folder == f.folder && b.Fastest > 0 && calls >= 0.9 {
			return calls / b.Fastest
		}
		return 0
	}
	most, fastest := 0.0, math.Inf(1)
	for _, b := range m.benchmarks {
		most = max(most, of(b))
	}
	for _, b := range m.benchmarks {
		if s := of(b); s > 0 && s >= most/3 && b.Fastest < fastest {
			name, share, fastest = b.Name, s, b.Fastest
		}
	}
	return name, share
}

// valid reports whether the module builds with the change, and restores it.
func (c *change) valid() bool {
	c.write()
	defer c.module.restore()
	return c.module.builds(c.function.folder)
}

// write makes the change in the folder of the module.
func (c *change) write() {
	for name, text := range c.files {
		program.Check(os.WriteFile(filepath.Join(c.module.dir, name), []byte(text), 0o666))
	}
}

// effect is by how much the fastest run of the benchmark's fastest case slows down. It is
// measured without ecsbench.
func (c *change) effect() float64 {
	const rounds = 10
	m, dir := c.module, filepath.Join(c.module.dir, c.function.folder)
	var tests [2]string
	for side := range tests {
		if side == 1 {
			c.write()
			defer m.restore()
		}
		tests[side] = filepath.Join(m.series.dir, fmt.Sprintf("effect%d.test", side))
		m.series.command(dir, "go", "test", "-vet=off", "-c", "-o", tests[side], ".")
	}
	fastest := [2]float64{math.Inf(1), math.Inf(1)}
	for range rounds {
		for side, test := range tests {
			out := m.series.command(dir, test, "-test.run=^$", "-test.bench=^"+c.benchmark+"$", "-test.benchtime=20ms")
			for _, found := range timing.FindAllStringSubmatch(out, -1) {
				fastest[side] = min(fastest[side], program.Must(strconv.ParseFloat(found[2], 64)))
			}
		}
	}
	return fastest[1]/fastest[0] - 1
}

// chooseOthers draws further benchmarks of the folder.
func (c *change) chooseOthers(rng *rand.Rand) {
	for _, i := range rng.Perm(len(c.module.benchmarks)) {
		if b := c.module.benchmarks[i]; len(c.others) < measured-1 && b.Folder == c.function.folder && b.Name != c.benchmark {
			c.others = append(c.others, b.Name)
		}
	}
}
