package main

import (
	"path/filepath"
	"testing"

	"github.com/ecsbench/ecsbench/internal/world"
	"github.com/ecsbench/ecsbench/internal/world/play"
)

func TestWorldFilesGenerateTheirPrograms(t *testing.T) {
	for _, p := range pairs {
		w, err := world.Load(filepath.Join("..", p.world))
		if err != nil {
			t.Error(err)
			continue
		}
		libraries, err := play.Named(p.library)
		if err == nil {
			_, err = libraries[0].Source(w)
		}
		if err != nil {
			t.Errorf("%s: %v", p.name, err)
		}
	}
}

// The package of others still has what our file calls.
func TestTheProgramOfOthersBuilds(t *testing.T) {
	t.Chdir("..")
	for _, p := range pairs {
		if p.from == "" {
			continue
		}
		if _, err := p.byHand(t.TempDir(), 1); err != nil {
			t.Errorf("%s: %v", p.name, err)
		}
	}
}

func TestOrders(t *testing.T) {
	if orders([]port{{100, 120}, {120, 150}, {125, 140}}) {
		t.Error("libraries that differ by less than a tenth by hand have no order")
	}
	if !orders([]port{{100, 150}, {120, 120}}) {
		t.Error("the order of two libraries is wrong, and nothing failed")
	}
}
