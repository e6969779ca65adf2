package ecslib_test

import (
	"testing"

	"github.com/ecsbench/ecsbench/conformance"
	"github.com/ecsbench/ecsbench/impls/ecslib"
)

func TestConformance(t *testing.T) { conformance.Run(t, ecslib.Implementation) }
func FuzzConformance(f *testing.F) { conformance.Fuzz(f, ecslib.Implementation) }
