package paged_test

import (
	"testing"

	"github.com/ecsbench/ecsbench/impls/conformance"
	"github.com/ecsbench/ecsbench/impls/paged"
)

func TestConformance(t *testing.T) { conformance.Run(t, paged.Implementation) }
func FuzzConformance(f *testing.F) { conformance.Fuzz(f, paged.Implementation) }
