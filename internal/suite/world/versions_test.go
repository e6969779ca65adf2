package world

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/perf/gobench"
	"github.com/ecsbench/ecsbench/internal/suite/world/format"
	"github.com/ecsbench/ecsbench/internal/sys/child"
)

const small = "name: small\nentities: 100\ncomponents: {Position: 12, Speed: 12}\nkinds: {thing: {share: 100%, has: [Position, Speed]}}\nsystems: [{name: move, write: Position, read: Speed}]\n"

// The programs of a world have other orders of functions in fresh rounds, still do the same work, and
// all functions at multiples of 64 bytes.
func TestWorldsInOtherOrders(t *testing.T) {
	fixture.CI(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	w, err := format.Parse("small.yaml", []byte(small))
	fixture.Check(t, err)
	side := "ecs=" + filepath.Join("..", "..", "..")
	s, err := OpenVersions(t.Context(), side, side, [2]child.Variant{}, w, func(string, int, int, time.Duration) {})
	fixture.Check(t, err)
	defer s.Close()
	if !s.Same() {
		t.Error("equal sides differ")
	}
	rng, orders := rand.New(rand.NewPCG(5, 5)), map[string]bool{}
	for round := range 3 {
		if round > 0 {
			fixture.Check(t, s.Shuffle(t.Context(), nil, rng))
		}
		fixture.Check(t, s.Refresh(t.Context(), rng))
		for _, side := range []ab.Side{ab.Base, ab.Head} {
			p := s.Program(side)
			orders[string(p.Code)] = true
			if s.build.Linker != "" {
				fixture.Aligned(t, side.String(), p.Code)
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

// repository makes a repository with the module game in the folder game, and a commit for each list
// of files. It returns this folder.
func repository(t *testing.T, versions ...map[string]string) (folder string) {
	t.Helper()
	top := t.TempDir()
	folder = filepath.Join(top, "game")
	git := func(args ...string) { fixture.Git(t, top, args...) }
	git("init", "-q", "-b", "main", "--template=")
	fixture.Check(t, os.Mkdir(folder, 0o777))
	for _, files := range versions {
		for name, content := range files {
			path := filepath.Join(folder, name)
			fixture.Check(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(content), 0o666)))
		}
		git("add", ".")
		git("commit", "-q", "-m", "version")
	}
	return folder
}

// Revisions before and after package ecs became a module have it, at the top of the repository, and so
// does the folder of the module itself.
func TestPackageOfARevision(t *testing.T) {
	fixture.Long(t)
	const module = "module github.com/ecsbench/ecsbench\n\ngo 1.26.0\n"
	own := map[string]string{"go.mod": module, "ecs/ecs.go": "package ecs\n"}
	dir := repository(t, own, map[string]string{"ecs/go.mod": "module github.com/ecsbench/ecsbench/ecs\n\ngo 1.24\n"})
	world, err := format.Parse("small.yaml", []byte(small))
	fixture.Check(t, err)
	for _, test := range []struct{ side, dir, goVersion string }{
		{"ecs@main~1", dir, "go 1.26.0\n"}, {"ecs@main", dir, "go 1.24\n"}, {"ecs@.", dir, "go 1.24\n"},
		{"ecs@main~1", filepath.Join(dir, "ecs"), "go 1.26.0\n"}, {"ecs@main", filepath.Join(dir, "ecs"), "go 1.24\n"}, {"ecs=" + dir, dir, "go 1.24\n"}, {"ecs=" + filepath.Join(dir, "ecs"), dir, "go 1.24\n"},
	} {
		pair, err := gobench.NewProgramPair(t.Context(), gobench.PairConfig{})
		fixture.Check(t, err)
		w := Versions{ProgramPair: pair}
		defer w.Close()
		l, err := w.library(t.Context(), ab.Base, test.side, test.dir)
		if err != nil {
			t.Fatalf("%s: %v", test.side, err)
		}
		source, err := l.Sources(world)
		if err != nil {
			t.Fatalf("%s: %v", test.side, err)
		}
		if string(source["ecs/ecs.go"]) != "package ecs\n" || !strings.Contains(string(source["go.mod"]), test.goVersion) {
			t.Errorf("%s in %s: %q, %s", test.side, test.dir, source["ecs/ecs.go"], source["go.mod"])
		}
	}
}

// A revision of the user's module names the library at the version that it requires.
func TestLibraryOfARevision(t *testing.T) {
	fixture.Long(t)
	const ark = "github.com/mlange-42/ark"
	requires := func(rest string) map[string]string {
		return map[string]string{"go.mod": "module game\n\ngo 1.24\n\n" + rest}
	}
	dir := repository(t, requires(""), requires("require "+ark+" v0.8.0\n"), requires("require "+ark+" v0.8.0\n\nreplace "+ark+" => ./ark\n"), map[string]string{"go.mod": "module " + ark + "\n"})
	for _, test := range []struct{ side, version, folder, label, wrong string }{
		{side: "ark@main~2", version: "v0.8.0", label: ark + " v0.8.0 of main~2"},
		{side: "ark@main~1", version: "v0.8.0", folder: "game/ark"},
		{side: "ark@.", folder: "game", label: ark + " of working tree"},
		{side: "ark@v0.7.1", version: "v0.7.1", label: ark + " v0.7.1"},
		{side: "ark@main~3", wrong: "does not require " + ark},
		{side: "donburi@main", wrong: "does not require"},
		{side: "ark", label: ark + " v"}, // the version that world run measures
		{side: "main", wrong: "two versions of a library"},
		{side: "ark@v0.8", wrong: "written in full"},
		{side: "ark@v2.0.0", wrong: "v2"},
		{side: "ark@none", wrong: "is no revision"},
	} {
		pair, err := gobench.NewProgramPair(t.Context(), gobench.PairConfig{})
		fixture.Check(t, err)
		w := Versions{ProgramPair: pair}
		defer w.Close()
		l, err := w.library(t.Context(), ab.Base, test.side, dir)
		label, _ := w.Sides()
		switch {
		case test.wrong != "":
			if err == nil || !strings.Contains(err.Error(), test.wrong) {
				t.Errorf("%s: %v", test.side, err)
			}
		case err != nil:
			t.Errorf("%s: %v", test.side, err)
		case test.version != "" && l.Version != test.version, !strings.HasPrefix(label, test.label):
			t.Errorf("%s: %+v, %s", test.side, l, label)
		case !strings.HasSuffix(l.Folder, filepath.FromSlash(test.folder)), test.folder == "" && l.Folder != "":
			t.Errorf("%s: folder %s", test.side, l.Folder)
		}
	}
}
