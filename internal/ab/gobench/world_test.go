package gobench

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/ab"
	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/variant"
	"github.com/ecsbench/ecsbench/internal/world/format"
)

// The programs of a world have other orders of functions in fresh rounds, still do the same work, and
// all functions at multiples of 64 bytes.
func TestWorldsInOtherOrders(t *testing.T) {
	fixture.CI(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	w, err := format.Parse("small.yaml", []byte("name: small\nentities: 100\ncomponents: {Position: 12, Speed: 12}\nkinds: {thing: {share: 100%, has: [Position, Speed]}}\nsystems: [{name: move, write: Position, read: Speed}]\n"))
	if err != nil {
		t.Fatal(err)
	}
	side := "ecs=" + filepath.Join("..", "..", "..")
	s, err := OpenWorld(t.Context(), side, side, [2]variant.Variant{}, w, func(string, int, int, time.Duration) {})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if !s.Same() {
		t.Error("equal sides differ")
	}
	rng, orders := rand.New(rand.NewPCG(5, 5)), map[string]bool{}
	for round := range 3 {
		if round > 0 {
			if err := s.Shuffle(t.Context(), nil, rng); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Refresh(t.Context(), rng); err != nil {
			t.Fatal(err)
		}
		for _, side := range []ab.Side{ab.Base, ab.Head} {
			p := s.programs[side]
			orders[string(p.Code)] = true
			if s.align != "" {
				aligned(t, side.String(), p.Code)
			}
			if copied, err := os.ReadFile(p.Path); err != nil || string(copied) != string(p.Code) {
				t.Errorf("%s runs another program, %v", side, err)
			}
			blocks, err := s.Run(t.Context(), ab.Trial{Case: s.c, Side: side, Operations: 3, Blocks: 2}) // verifies its work
			if err != nil || len(blocks) != 2 {
				t.Errorf("round %d, %s: %v, %v", round, side, blocks, err)
			}
		}
	}
	if len(orders) < 3 {
		t.Errorf("%d orders of functions in 3 rounds", len(orders))
	}
}

// A revision of the user's module names the library at the version that it requires.
func TestLibraryOfARevision(t *testing.T) {
	const ark = "github.com/mlange-42/ark"
	requires := func(rest string) map[string]string {
		return map[string]string{"go.mod": "module game\n\ngo 1.24\n\n" + rest}
	}
	dir := newModule(t, requires("require "+ark+" v0.8.0\n"), requires("require "+ark+" v0.8.0\n\nreplace "+ark+" => ./ark\n"), map[string]string{"go.mod": "module " + ark + "\n"})
	for _, test := range []struct{ side, version, folder, label, wrong string }{
		{side: "ark@main~2", version: "v0.8.0", label: ark + " v0.8.0 of main~2"},
		{side: "ark@main~1", version: "v0.8.0", folder: "sub/mod/ark"},
		{side: "ark@.", folder: "sub/mod", label: ark + " of working tree"},
		{side: "ark@v0.7.1", version: "v0.7.1", label: ark + " v0.7.1"},
		{side: "ark@main~3", wrong: "does not require " + ark},
		{side: "donburi@main", wrong: "does not require"},
		{side: "ark@v0.8", wrong: "written in full"},
		{side: "ark@v2.0.0", wrong: "v2"},
		{side: "ark@none", wrong: "is no revision"},
	} {
		p, err := newPair(t.Context(), [2]variant.Variant{})
		if err != nil {
			t.Fatal(err)
		}
		w := World{programPair: programPair{pair: p}}
		defer w.Close()
		l, err := w.library(t.Context(), ab.Base, test.side, dir)
		exported, label := w.folder(ab.Base), w.labels[ab.Base]
		switch {
		case test.wrong != "":
			if err == nil || !strings.Contains(err.Error(), test.wrong) {
				t.Errorf("%s: %v", test.side, err)
			}
		case err != nil:
			t.Errorf("%s: %v", test.side, err)
		case test.version != "" && l.Version != test.version, !strings.HasPrefix(label, test.label):
			t.Errorf("%s: %+v, %s", test.side, l, label)
		case test.folder != "" && l.Folder != filepath.Join(exported, test.folder), test.folder == "" && l.Folder != "":
			t.Errorf("%s: folder %s", test.side, l.Folder)
		}
	}
}
