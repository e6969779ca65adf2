package reporttest

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
)

// Varied makes up a file of a few cases drawn at random, the same for the same
// seed: of scenarios and axes known and unknown, in several settings, by ways of
// calling, with few samples or many, that agree, scatter or drift, of
// implementations that are close together or far apart, some of which fail.
func Varied(seed uint64) []byte {
	r := rand.New(rand.NewPCG(seed, 7))
	chance := func(share float64) bool { return r.Float64() < share }
	var b bytes.Buffer
	fmt.Fprintf(&b, "# ecsbench {\"format\":1,\"version\":\"v0\",\"start\":\"2026-11-%02dT12:00:00Z\",\"plan\":{\"seed\":%d}}\n", 1+seed%28, seed%3)
	for range r.IntN(3) {
		fmt.Fprintf(&b, "# env {\"os\":\"linux\",\"arch\":\"amd64\",\"cpu\":\"Imaginary %d000\",\"cpus\":%d,\"load\":%.1f,\"go\":\"go1.2%d\",\"gomaxprocs\":2,\"version\":\"v0\",\"commit\":\"c%d\",\"commitTime\":\"2026-11-%02dT12:00:00Z\",\"dirty\":%v}\n",
			1+r.IntN(2), 1+r.IntN(3), 2*r.Float64(), r.IntN(10), r.IntN(3), 1+seed%28, chance(0.3))
	}
	impls := append([]string{"dense", "hashmap", "paged", "mine", "dense:dispatch=shared"}[:2+r.IntN(4)], []string{"soa", "objects", "null"}[:r.IntN(4)]...)
	names := []string{
		"Create/impl=%s/comps=%d/n=%d/mode=entity", "Create/impl=%s/comps=%d/n=%d/mode=batch", "Iterate/impl=%s/comps=%d/n=%d", "Iterate/impl=%s/comps=%d/decoys=3/n=%d",
		"Churn/impl=%s/rate=10%d/n=%d", "Lookup/impl=%s/comps=%d/n=%d", "Parallel/impl=%s/workers=%d/n=%d", "Game/impl=%s/level=%d/bots=%d", "Odd/impl=%s/a=%d/way=w%d",
	}
	r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	names = names[:1+r.IntN(3)]
	samples, noise, drifts, clocked, retained := []int{1, 4, 6, 12, 20}[r.IntN(5)], []float64{0, 0.003, 0.02, 0.2}[r.IntN(4)], chance(0.2), chance(0.4), chance(0.5)
	for _, setting := range []string{"profile: A", "profile: AA", "profile: AA\ntuned: yes"}[:1+r.IntN(3)] {
		b.WriteString(setting + "\n")
		if chance(0.2) {
			b.WriteString("cpu: Imaginary 1000\n")
		}
		for _, name := range names {
			for at, n := range []int{1000, 20_000, 100_000}[:1+r.IntN(3)] {
				for comps := range 1 + r.IntN(2) {
					for _, impl := range impls {
						of := fmt.Sprintf(name, impl, comps+1, n)
						switch {
						case chance(0.04):
							fmt.Fprintf(&b, "# failed {\"case\":\"%s-2\",\"reason\":\"panic: boom\"}\n", of)
							continue
						case chance(0.04):
							fmt.Fprintf(&b, "# unsupported {\"case\":\"%s-2\",\"reason\":\"at most 2 components\"}\n", of)
							continue
						case chance(0.04):
							continue
						}
						level := math.Exp2(float64(r.IntN(6))/3) * (1 + 0.4*float64(at)*r.Float64())
						bytes, allocs := float64(8*r.IntN(4)), r.IntN(2)
						for i := range samples {
							each := level * math.Exp(noise*r.NormFloat64())
							if drifts {
								each *= 1 + 0.01*float64(i)
							}
							fmt.Fprintf(&b, "Benchmark%s-2 100 %.6g ns/op", of, each*float64(n))
							if strings.Contains(name, "/n=") {
								fmt.Fprintf(&b, " %.6g ns/entity %.6g entities/s", each, 1e9/each)
							}
							if retained {
								fmt.Fprintf(&b, " %.6g retained-B/entity", 8+bytes)
							}
							if clocked {
								ghz := 2 + r.Float64()
								fmt.Fprintf(&b, " %.6g cycles/entity %.4g clock-GHz", ghz*level, ghz)
							}
							fmt.Fprintf(&b, " %.6g B/op %d allocs/op\n", bytes*float64(n), allocs)
						}
					}
				}
			}
		}
	}
	if chance(0.3) {
		fmt.Fprintf(&b, "BenchmarkSum-2 1 %d MB/s\n", r.IntN(3))
	}
	reason := []string{"complete", "out of budget"}[r.IntN(2)]
	fmt.Fprintf(&b, "# end {\"reason\":%q,\"seconds\":61,\"steal\":%.2f,\"load\":%.1f}\n", reason, 0.05*r.Float64(), 3*r.Float64())
	return b.Bytes()
}
