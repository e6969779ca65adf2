package sortedslice_test

import (
	"testing"

	"github.com/ecsbench/ecsbench/impls/conformance"
	"github.com/ecsbench/ecsbench/impls/sortedslice"
)

func TestConformance(t *testing.T) { conformance.Run(t, sortedslice.Implementation) }
func FuzzConformance(f *testing.F) { conformance.Fuzz(f, sortedslice.Implementation) }
