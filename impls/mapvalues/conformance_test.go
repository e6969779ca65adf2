package mapvalues_test

import (
	"testing"

	"github.com/ecsbench/ecsbench/impls/conformance"
	"github.com/ecsbench/ecsbench/impls/mapvalues"
)

func TestConformance(t *testing.T) { conformance.Run(t, mapvalues.Implementation) }
func FuzzConformance(f *testing.F) { conformance.Fuzz(f, mapvalues.Implementation) }
