package objects_test

import (
	"testing"

	"github.com/ecsbench/ecsbench/impls/conformance"
	"github.com/ecsbench/ecsbench/impls/objects"
)

func TestConformance(t *testing.T) { conformance.Run(t, objects.Implementation) }
func FuzzConformance(f *testing.F) { conformance.Fuzz(f, objects.Implementation) }
