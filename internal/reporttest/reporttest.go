// Package reporttest makes up result files for tests: the shape and size of
// real runs, with made-up numbers that are the same in every run of a test.
package reporttest

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"strings"

	"github.com/ecsbench/ecsbench/results"
)

// A Run describes a result file.
type Run struct {
	Profiles []string // one after the other in one file; default A
	Impls    []string // default: nine like those of ecsbench
	Entities []int    // default 1,000, 10,000 and 100,000
	Samples  int      // of each case; default 10
	Slower   float64  // factor on the time of Iterate on dense, 0 for 1
	Commit   string
	Date     string // of the commit, RFC 3339
	CPU      string
}

// Impls are names like those that ecsbench measures.
var Impls = []string{"hashmap", "treemap", "dense", "mapvalues", "sortedslice", "paged", "soa", "objects", "null"}

// cost is nanoseconds per entity, and its growth for ten times the entities.
var cost = map[string][2]float64{
	"hashmap": {14, 1.1}, "treemap": {60, 1.7}, "dense": {1.7, 1.02}, "mapvalues": {31, 1.25}, "sortedslice": {3.4, 1.05},
	"paged": {1.75, 1.01}, "soa": {0.75, 1.01}, "objects": {3.1, 1.2}, "null": {0.02, 1},
}

// Text returns the file.
func (r Run) Text() []byte {
	if r.Impls == nil {
		r.Impls = Impls
	}
	if r.Profiles == nil {
		r.Profiles = []string{"A"}
	}
	if r.Entities == nil {
		r.Entities = []int{1000, 10000, 100000}
	}
	if r.Samples == 0 {
		r.Samples = 10
	}
	if r.CPU == "" {
		r.CPU = "Imaginary 3000"
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "# ecsbench {\"format\":1,\"version\":\"v0\",\"start\":\"2026-11-21T12:00:00Z\"}\n")
	fmt.Fprintf(&b, "# env {\"os\":\"linux\",\"arch\":\"amd64\",\"cpu\":%q,\"cpus\":2,\"load\":0.1,\"go\":\"go1.26\",\"gomaxprocs\":2,\"version\":\"v0\",\"commit\":%q,\"commitTime\":%q,\"dirty\":false}\n", r.CPU, r.Commit, r.Date)
	fmt.Fprintf(&b, "Unit entities/s better=higher\n")
	h := fnv.New64a()
	fmt.Fprint(h, r)
	random := rand.New(rand.NewPCG(1, h.Sum64()))
	for p, profile := range r.Profiles {
		fmt.Fprintf(&b, "profile: %s\ncomponent-types: %d\nsystems: %d\ngoos: linux\ngoarch: amd64\ncpu: %s\n", profile, 32<<(2*p), 16<<p, r.CPU)
		cases := r.cases(p)
		for range r.Samples {
			for _, at := range random.Perm(len(cases)) {
				cases[at].write(&b, random)
			}
		}
		fmt.Fprintf(&b, "# unsupported {\"case\":\"Mixed/impl=soa/n=%d-2\",\"reason\":\"soa has no entity handles: it can only destroy all entities at once\"}\n", r.Entities[0])
	}
	fmt.Fprintf(&b, "# failed {\"case\":\"Physics/impl=treemap/n=%d-2\",\"reason\":\"the digest is 1f, want 2e: it did other work than the reference\"}\n", r.Entities[0])
	fmt.Fprintf(&b, "# end {\"reason\":\"complete\",\"seconds\":60,\"steal\":0,\"load\":1}\n")
	return b.Bytes()
}

type made struct {
	name        string
	perEntity   float64
	n           int
	bytes, mall float64
}

func (r Run) cases(profile int) []made {
	var list []made
	scenarios := []struct {
		name   string
		factor float64
		comps  bool
	}{{"Create", 20, true}, {"Iterate", 1, true}, {"CreateRemove", 30, true}, {"Physics", 3, false}, {"Mixed", 8, false}}
	for _, s := range scenarios {
		for comps := 1; comps <= 3; comps++ {
			if !s.comps && comps > 1 {
				break
			}
			for _, impl := range r.Impls {
				for _, n := range r.Entities {
					if s.name == "Mixed" && impl == "soa" || s.name == "Physics" && impl == "treemap" && n == r.Entities[0] {
						continue
					}
					list = append(list, r.newCase(s.name, s.factor, s.comps, comps, impl, n, profile))
				}
			}
		}
	}
	return list
}

func (r Run) newCase(scenario string, factor float64, hasComps bool, comps int, impl string, n, profile int) made {
	base, known := cost[impl]
	if !known {
		h := fnv.New32a()
		h.Write([]byte(impl))
		base = [2]float64{1 + float64(h.Sum32()%1000)/50, 1.1}
	}
	m := made{n: n}
	m.perEntity = base[0] * math.Pow(base[1], math.Log10(float64(n)/1000)) * factor * (0.6 + 0.4*float64(comps)) * (1 + 0.3*float64(profile)*factor/20)
	m.name = fmt.Sprintf("%s/impl=%s/n=%d-2", scenario, impl, n)
	if hasComps {
		m.name = fmt.Sprintf("%s/impl=%s/comps=%d/n=%d-2", scenario, impl, comps, n)
	}
	if strings.HasPrefix(scenario, "Create") { // structure changes, so the name says how
		m.name = strings.TrimSuffix(m.name, "-2") + "/mode=entity-2"
	}
	if scenario == "Create" {
		m.bytes = float64(n) * (24 + 8*base[0])
		m.mall = math.Ceil(math.Log2(float64(n)))
	}
	if scenario == "Iterate" && impl == "dense" && r.Slower != 0 {
		m.perEntity *= r.Slower
	}
	return m
}

func (m made) write(b *bytes.Buffer, random *rand.Rand) {
	per := m.perEntity * math.Exp(0.01*random.NormFloat64())
	sample := results.Sample{Case: m.name, Iterations: 100, Values: []results.Value{
		{Value: per * float64(m.n), Unit: "ns/op"}, {Value: per, Unit: "ns/entity"}, {Value: 1e9 / per, Unit: "entities/s"},
		{Value: m.bytes, Unit: "B/op"}, {Value: m.mall, Unit: "allocs/op"},
	}}
	b.WriteString(sample.String())
	b.WriteByte('\n')
}
