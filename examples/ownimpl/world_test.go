package main

import (
	"testing"

	"github.com/ecsbench/ecsbench/impls/conformance"
	"github.com/ecsbench/ecsbench/kernel/generate/generatetest"
	"github.com/ecsbench/ecsbench/scenarios/benchmark"
)

// TestConformance: the implementation does the same work as all others.
func TestConformance(t *testing.T) { conformance.Run(t, Implementation) }

// FuzzConformance lets the fuzzer look for what it does differently.
func FuzzConformance(f *testing.F) { conformance.Fuzz(f, Implementation) }

// TestStamped: each_gen.go is what each.go makes, and no kernel costs a call.
func TestStamped(t *testing.T) { generatetest.Run(t, ".") }

// BenchmarkScenarios: go test -short -run none -bench Scenarios/Iterate
func BenchmarkScenarios(b *testing.B) { benchmark.Run(b, Implementation) }
