package donburi

import (
	"testing"

	"github.com/ecsbench/ecsbench/conformance"
)

func TestConformance(t *testing.T) { conformance.Run(t, Implementation) }
func FuzzConformance(f *testing.F) { conformance.Fuzz(f, Implementation) }
