package dense_test

import (
	"testing"

	"github.com/ecsbench/ecsbench/impls/conformance"
	"github.com/ecsbench/ecsbench/impls/dense"
)

func TestConformance(t *testing.T) { conformance.Run(t, dense.Implementation) }
func FuzzConformance(f *testing.F) { conformance.Fuzz(f, dense.Implementation) }
