package scenarios

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/ecsbench/ecsbench/kernel"
	"github.com/ecsbench/ecsbench/profiles"
)

// Adapters have typed creation for every number of components of a profile.
func TestSetsAreCreatedByTypedCode(t *testing.T) {
	for n := components.Min; n <= components.Max; n++ {
		if kernel.NumberOf(seedSet(n)) < 0 {
			t.Errorf("no adapter creates entities with %d components by typed code: kernel.Sets lacks %v", n, seedSet(n))
		}
	}
}

// Some adapters have typed creation for the kinds of mixed with its defaults in profile A.
func TestKindsAreCreatedByTypedCode(t *testing.T) {
	p, err := profiles.Load("A")
	if err != nil {
		t.Fatal(err)
	}
	n, err := strconv.Atoi(kindsOption.Default)
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range kernel.Kinds(rand.New(rand.NewPCG(1, 2)), n, p.ComponentTypes) {
		if kernel.NumberOfKind(kind) < 0 {
			t.Errorf("kernel.SetsAndKinds lacks %v", kind)
		}
	}
}
