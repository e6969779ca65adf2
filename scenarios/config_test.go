package scenarios

import (
	"testing"

	"github.com/ecsbench/ecsbench/kernel"
)

// Package ecs has typed creation for every number of components of a profile.
func TestSetsAreCreatedByTypedCode(t *testing.T) {
	for n := components.Min; n <= components.Max; n++ {
		if kernel.NumberOf(seedSet(n)) < 0 {
			t.Errorf("package ecs does not create entities with %d components by typed code: kernel.Sets lacks %v", n, seedSet(n))
		}
	}
}
