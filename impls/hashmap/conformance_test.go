package hashmap_test

import (
	"testing"

	"github.com/ecsbench/ecsbench/impls/conformance"
	"github.com/ecsbench/ecsbench/impls/hashmap"
)

func TestConformance(t *testing.T) { conformance.Run(t, hashmap.Implementation) }
func FuzzConformance(f *testing.F) { conformance.Fuzz(f, hashmap.Implementation) }
