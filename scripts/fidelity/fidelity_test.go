package main

import (
	"path/filepath"
	"testing"

	"github.com/ecsbench/ecsbench/internal/suite/world"
	"github.com/ecsbench/ecsbench/internal/suite/world/play"
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
			_, err = libraries[0].Sources(w)
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
