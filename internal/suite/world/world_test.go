package world_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/suite/world"
	"github.com/ecsbench/ecsbench/internal/suite/world/format"
	"github.com/ecsbench/ecsbench/internal/suite/world/play"
)

// Each process runs another layout, unless the budget is short.
func TestLayouts(t *testing.T) {
	fixture.Long(t)
	w, err := format.Parse("test.yaml", []byte(text))
	fixture.Check(t, err)
	libraries, err := play.Named("ecs")
	fixture.Check(t, err)
	o := world.Options{Libraries: libraries, Build: play.Build{Folder: filepath.Join(t.TempDir(), "cache")}, Samples: 2, Timeout: time.Minute, Skip: world.Parts}
	for _, test := range []struct {
		budget time.Duration
		want   int
	}{{0, 2}, {time.Minute, 2}, {15 * time.Second, 1}} {
		o.Budget = test.budget
		a, err := world.Run(t.Context(), w, o)
		fixture.Check(t, err)
		if r := a.Libraries[0]; r.Layouts != test.want {
			t.Errorf("--budget %v: %d layouts, want %d: %s", test.budget, r.Layouts, test.want, r.Failure)
		}
	}
}
