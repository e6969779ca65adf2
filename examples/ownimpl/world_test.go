package main

import (
	"testing"

	"github.com/ecsbench/ecsbench/conformance"
)

// TestConformance: the implementation does the same work as all others.
func TestConformance(t *testing.T) { conformance.Run(t, Implementation) }

// FuzzConformance lets the fuzzer look for what it does differently.
func FuzzConformance(f *testing.F) { conformance.Fuzz(f, Implementation) }

// TestGenerated: each_gen.go is current, and the compiler inlines every kernel.
func TestGenerated(t *testing.T) { conformance.Generated(t, ".") }

// BenchmarkScenarios: go test -short -run none -bench Scenarios/Iterate
func BenchmarkScenarios(b *testing.B) { conformance.Benchmark(b, Implementation) }
