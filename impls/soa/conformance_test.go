package soa_test

import (
	"testing"

	"github.com/ecsbench/ecsbench/impls/conformance"
	"github.com/ecsbench/ecsbench/impls/soa"
)

func TestConformance(t *testing.T) { conformance.Run(t, soa.Implementation) }
func FuzzConformance(f *testing.F) { conformance.Fuzz(f, soa.Implementation) }
