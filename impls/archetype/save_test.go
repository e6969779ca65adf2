package archetype_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/archetype"
	"github.com/ecsbench/ecsbench/kernel"
)

// A world that was saved amid changes comes back with its handles, stale ones
// too, and goes on like the one that was saved.
func TestSavedWorldsGoOn(t *testing.T) {
	cfg := large()
	cfg.Change = impls.PerEntity
	cfg.Bundles = append(cfg.Bundles, nil) // no components at all
	w := open(t, cfg)
	r := w.Handles(2*chunkSize + 500)
	for bundle := range cfg.Bundles {
		from, to := bundle*r.Len()/4, (bundle+1)*r.Len()/4
		w.Spawn(bundle, uint32(from), r.Slice(from, to))
	}
	w.Exchange(0, r.Slice(100, 900), 5)
	w.Destroy(r.Slice(500, 600))
	var file bytes.Buffer
	if err := w.Save(&file); err != nil {
		t.Fatal(err)
	}
	text := file.String()
	loaded := openLarge(t, impls.PerEntity)
	if err := loaded.Load(&file); err != nil {
		t.Fatal(err)
	}
	more := []impls.Handles{w.Handles(300), loaded.Handles(300)}
	for i, one := range []*archetype.World{w, loaded} {
		one.Run(0, kernel.DeltaTime)
		one.Spawn(1, 7, more[i])
		one.Exchange(2, r.Slice(0, 300), 1)
		one.Destroy(r.Slice(1000, 1100))
	}
	same(t, w, loaded, r, r)
	same(t, w, loaded, more[0], more[1])

	if err := loaded.Load(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), "empty") {
		t.Errorf("loading over %d entities: %v", loaded.Len(), err)
	}
	full := errors.New("full")
	if err := openLarge(t, impls.PerEntity).Load(iotest.ErrReader(full)); !errors.Is(err, full) {
		t.Errorf("loading what cannot be read: %v", err)
	}
	for cut := 0; cut < len(text); cut += 1 + len(text)/50 {
		if err := openLarge(t, impls.PerEntity).Load(strings.NewReader(text[:cut])); err == nil {
			t.Errorf("a file that was cut after %d of %d bytes was loaded", cut, len(text))
		}
	}
	drain(t, w, loaded, r, r, rand.New(rand.NewPCG(4, 4)))
	drain(t, w, loaded, more[0], more[1], rand.New(rand.NewPCG(5, 5)))
}
