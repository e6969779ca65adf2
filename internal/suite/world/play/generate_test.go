package play_test

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/suite/world/format"
	"github.com/ecsbench/ecsbench/internal/suite/world/play"
	"github.com/ecsbench/ecsbench/scenarios"
	"github.com/ecsbench/ecsbench/worlds"
)

const manySizes = `name: sizes
kinds:
  thing: {count: 10, has: [Odd, Even, Tiny, Large, Texts, Ref, Mark], some: {type: 50%}}
components: {Odd: 7, Even: 6, Tiny: 1, Large: 200, Texts: {bytes: 48, strings: 1, slices: 1}, Ref: {bytes: 8, pointers: true}, Mark: 0, type: 4}
systems:
  - {name: all, write: [Odd, Even, Tiny, Large], read: [Texts, Ref, Mark], optional: [type]}
`

func TestSourcesOfAllLibraries(t *testing.T) {
	w, err := format.Parse("sizes.yaml", []byte(manySizes))
	fixture.Check(t, err)
	for _, l := range append(play.Libraries, play.Reference) {
		one, err := l.Sources(w)
		if cannot := (*play.Unsupported)(nil); errors.As(err, &cannot) && l.Most < 7 {
			continue // system all has 7 components
		}
		if err != nil {
			t.Errorf("%s: %v", l.Name, err)
			continue
		}
		// Copied packages come without tests, and without the file that embeds them.
		if one["drive/script.go"] == nil || one["drive/drive_test.go"] != nil || one["drive/source.go"] != nil {
			t.Errorf("%s: %q", l.Name, slices.Sorted(maps.Keys(one)))
		}
		two, err := l.Sources(w)
		if err != nil || one.Sum() != two.Sum() {
			t.Errorf("%s: two sources of one world differ: %v", l.Name, err)
		}
	}
}

// Each library has a program for every world, and for every question in each mode, or a reason.
func TestSourcesOfWorlds(t *testing.T) {
	fixture.CI(t)
	for _, name := range worlds.All() {
		text, _ := worlds.Named(name)
		usual, err := format.Parse(name+".yaml", text)
		fixture.Check(t, err)
		all := []*format.World{usual}
		for _, mode := range []string{"batch", "filter", "chunk"} {
			if usual.Axes["mode"] == "" {
				break
			}
			if w, err := format.ParseAt(name+".yaml", text, map[string]string{"mode": mode}); err == nil { // a question may lack the mode
				all = append(all, w)
			}
		}
		for _, w := range all {
			for _, l := range append(play.Libraries, play.Reference) {
				_, err := l.Sources(w)
				if _, cannot := errors.AsType[*play.Unsupported](err); err != nil && !cannot {
					t.Errorf("%s in mode %s: %v", name, w.Mode, err)
				}
			}
		}
	}
}

const forms = `name: forms
entities: 500
frames: 40
fillers: 9
idle: 4
components: {Age: 4, Name: 4, Mark: 4, A: 0, B: 4, C: 4, Rare: 4}
kinds:
  thing: {share: 70%, has: [Position, Velocity, Name, Age], some: {Mark: 50%}}
  rare: {share: 10%, has: [Position, Rare]}
  decoy: {share: 20%, has: [Position], each: [A, B, C]}
systems:
  - {name: expire, write: [Age], read: [Velocity], life: 7}
  - {name: single, write: [Position], read: [Velocity], once: true}
  - {name: optional, write: [Position], read: [Velocity], optional: [Mark], with: [Age], without: [Rare], once: true}
  - {name: tiny, write: [Rare], read: [Position], copies: 3}
  - {name: move, write: [Position], read: [Velocity], handle: true}
tick:
  find: {entities: 3, component: Name}
  spawn: {entities: 2, kind: thing}
  destroy: {entities: 2, kind: thing}
  change: {entities: 3, add: Mark, remove: Mark}
  define: {types: 5}
`

// Each library has a program with all forms of systems, or a reason.
func TestSourcesOfForms(t *testing.T) {
	w, err := format.Parse("forms.yaml", []byte(forms))
	fixture.Check(t, err)
	without, err := format.Parse("forms.yaml", []byte(strings.Replace(forms, "  define: {types: 5}\n", "", 1)))
	fixture.Check(t, err)
	for _, l := range append(play.Libraries, play.Reference) {
		w, without := w, without
		if l.Queries > 0 {
			kept := strings.ReplaceAll(forms, ", once: true", "")
			if _, err := l.Sources(w); err == nil || !strings.Contains(err.Error(), "makes one for each loop") {
				t.Errorf("%s: %v", l.Name, err)
			}
			if w, err = format.Parse("forms.yaml", []byte(kept)); err != nil {
				t.Fatal(err)
			}
			without = w
		}
		source, err := l.Sources(w)
		if l.Missing.Late != "" {
			if cannot := (*play.Unsupported)(nil); !errors.As(err, &cannot) || !strings.Contains(err.Error(), l.Missing.Late) {
				t.Errorf("%s: %v", l.Name, err)
			}
			source, err = l.Sources(without)
		}
		if err != nil {
			t.Errorf("%s: %v", l.Name, err)
			continue
		}
		if game := string(source["game.go"]); !strings.Contains(game, "g.Found = ") || !strings.Contains(game, "g.Gathered = append(g.Gathered, ") {
			t.Errorf("%s: its loops keep no handles", l.Name)
		}
		for _, w := range []*format.World{w, without} {
			whole, err := l.Standalone(w)
			if bench := string(whole["loop_test.go"]); w == without && (err != nil || strings.Count(bench, "for b.Loop() {") != 12) {
				t.Errorf("%s: %v\n%s", l.Name, err, bench)
			}
		}
	}
}

// Libraries register the component types that no entity has, up to their limit.
func TestFillers(t *testing.T) {
	few, err := format.Parse("few.yaml", []byte(manySizes+"fillers: 40\nidle: 5\n"))
	fixture.Check(t, err)
	many, err := format.Parse("many.yaml", []byte(small+"fillers: 400\nidle: 5\n"))
	fixture.Check(t, err)
	for _, l := range play.Libraries {
		l.Most = 0
		source, err := l.Sources(few)
		if err != nil {
			t.Errorf("%s: %v", l.Name, err)
			continue
		}
		if types := strings.Count(string(source["fillers.go"]), " struct{ N ["); types != 40 {
			t.Errorf("%s: %d types\n%s", l.Name, types, source["fillers.go"])
		}
		registers := strings.Contains(string(source["fillers.go"]), ") register(")
		if calls := strings.Contains(string(source["game.go"]), "g.register("); calls != registers {
			t.Errorf("%s: register exists: %v, and is called: %v", l.Name, registers, calls)
		}
		_, err = l.Sources(many)
		if _, cannot := errors.AsType[*play.Unsupported](err); cannot != (l.Types > 0 && l.Types < 400) {
			t.Errorf("%s with 400 fillers: %v", l.Name, err)
		}
	}
	for name, w := range map[string]*format.World{"without fillers": world(t), "of the reference": few} {
		if source, err := play.Reference.Sources(w); err != nil || source["fillers.go"] != nil {
			t.Errorf("there are fillers %s: %v", name, err)
		}
	}
}

// A measured step that needs a feature is not emulated.
func TestNeededFeatures(t *testing.T) {
	for _, name := range []string{"clone", "deferred", "despawn", "detect", "observe", "save"} {
		text, _ := worlds.Named(name)
		w, err := format.Parse(name+".yaml", text)
		fixture.Check(t, err)
		for _, l := range append(play.Libraries, play.Reference) {
			_, err := l.Sources(w)
			if _, cannot := errors.AsType[*play.Unsupported](err); cannot != (l.Why(name) != "") || err != nil && err.Error() != l.Why(name) {
				t.Errorf("%s on %s: %v, want %q", name, l.Name, err, l.Why(name))
			}
		}
	}
}

// There are checksums of the versions that are measured, and of no others.
func TestVersions(t *testing.T) {
	text := fixture.Read(t, "libraries.sum")
	versions := make(map[string]string) // by module
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		version := strings.TrimSuffix(words[1], "/go.mod")
		if other := versions[words[0]]; other != "" && other != version {
			t.Errorf("%s has checksums of %s and %s", words[0], other, version)
		}
		versions[words[0]] = version
	}
	for _, l := range play.Libraries {
		if l.Name == "ecs" || l.Unserved != "" { // of this module, or without a download to take the sum of
			continue
		}
		for _, need := range append([]string{l.Module + " " + l.Version}, l.Needs...) {
			if module, version, _ := strings.Cut(need, " "); version != versions[module] {
				t.Errorf("%s: %s, and the checksum is that of %q", l.Name, need, versions[module])
			}
		}
	}
}

// Notes and reasons are on scenarios and modes that exist.
func TestTextsAreOnScenarios(t *testing.T) {
	for _, l := range play.Libraries {
		for _, names := range slices.Concat(slices.Collect(maps.Keys(l.Notes)), slices.Collect(maps.Keys(l.Lacks))) {
			for _, spec := range strings.Split(names, ",") {
				name, _, _ := strings.Cut(spec, ":mode=")
				if s, err := scenarios.Find(spec); err != nil || s.Name != name {
					t.Errorf("%s has a text on %q: %v", l.Name, spec, err)
				}
			}
		}
	}
}

func TestNamed(t *testing.T) {
	if all, err := play.Named(""); err != nil || len(all) < 2 || slices.ContainsFunc(all, func(l play.Library) bool { return l.LeftOut("") != "" }) {
		t.Errorf("%v, %v", all, err)
	}
	if _, err := play.Named("ark,donbury"); err == nil || !strings.Contains(err.Error(), `did you mean "donburi"?`) {
		t.Errorf("%v", err)
	}
	folder := t.TempDir()
	file := filepath.Join(folder, "go.mod")
	fixture.Check(t, os.WriteFile(file, []byte("module example.com/other\n"), 0o666))
	if _, err := play.Named("ark=" + folder); err == nil || !strings.Contains(err.Error(), `want the folder of the module github.com/mlange-42/ark: its go.mod is that of "example.com/other"`) {
		t.Errorf("%v", err)
	}
	fixture.Check(t, os.WriteFile(file, []byte("module github.com/mlange-42/ark\n"), 0o666))
	found, err := play.Named("ark=" + folder)
	if err != nil || found[0].Edition() != "in "+folder {
		t.Fatalf("%v, %v", found, err)
	}
	if source, err := found[0].Sources(world(t)); err != nil || !strings.Contains(string(source["go.mod"]), "replace github.com/mlange-42/ark => "+folder) {
		t.Errorf("%v\n%s", err, source["go.mod"])
	}
}

// Programs of libraries that cannot have a world are left out and named. Without any other one, that is
// an error. A folder that exists is an error before anything is written.
func TestEmission(t *testing.T) {
	dir := t.TempDir()
	cannot := &play.Unsupported{Reason: "has at most 3 component types"}
	var e play.Emission
	if err := errors.Join(e.Add(filepath.Join(dir, "ark"), "ark", nil, cannot), e.Add(filepath.Join(dir, "ecs"), "ecs", play.Sources{"game.go": []byte("package main\n")}, nil)); err != nil {
		t.Fatal(err)
	}
	var said []string
	say := func(err error) { said = append(said, err.Error()) }
	folders, err := e.Write(say)
	files, _ := filepath.Glob(filepath.Join(dir, "*", "*"))
	if err != nil || len(folders) != 1 || len(files) != 1 || !slices.Equal(said, []string{"--emit: ark: has at most 3 component types"}) {
		t.Errorf("folders %v, files %v, said %q: %v", folders, files, said, err)
	}
	if _, err := e.Write(say); err == nil || !strings.Contains(err.Error(), "exists") {
		t.Errorf("a second time: %v", err)
	}
	var none play.Emission
	if err := none.Add(filepath.Join(dir, "none"), "ark", nil, cannot); err != nil {
		t.Fatal(err)
	}
	if _, err := none.Write(say); err == nil || err.Error() != "--emit: ark: has at most 3 component types" {
		t.Errorf("only a library that cannot: %v", err)
	}
	if err := none.Add(filepath.Join(dir, "none"), "ark", nil, errors.New("broken")); err == nil {
		t.Error("another error is left out")
	}
}
