package archetype_test

import (
	"testing"

	"github.com/ecsbench/ecsbench/impls/archetype"
	"github.com/ecsbench/ecsbench/impls/conformance"
)

func TestConformance(t *testing.T) { conformance.Run(t, archetype.Implementation) }
func FuzzConformance(f *testing.F) { conformance.Fuzz(f, archetype.Implementation) }
