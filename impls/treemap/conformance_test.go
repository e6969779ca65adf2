package treemap_test

import (
	"testing"

	"github.com/ecsbench/ecsbench/impls/conformance"
	"github.com/ecsbench/ecsbench/impls/treemap"
)

func TestConformance(t *testing.T) { conformance.Run(t, treemap.Implementation) }
func FuzzConformance(f *testing.F) { conformance.Fuzz(f, treemap.Implementation) }
