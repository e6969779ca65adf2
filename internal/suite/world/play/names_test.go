package play_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/suite/world/format"
	"github.com/ecsbench/ecsbench/internal/suite/world/play"
)

// allNames has all that programs have names for.
func allNames(world, kind, system string, components []string) string {
	all := strings.Join(components, ", ")
	text := "name: " + world + "\nentities: 100\ncomponents: {Position: 12, Speed: 12, " + strings.Join(components, ": 4, ") + ": 4}\nkinds:\n  " +
		kind + ": {share: 100%, has: [Position, Speed], some: {" + strings.Join(components, ": 50%, ") + ": 50%}}\nobserve: [" + all + "]\nsystems:\n" +
		"  - {name: " + system + ", write: Position, without: [" + components[0] + "], handle: true}\n"
	changes, lookups := "", ""
	for i, c := range components {
		text += fmt.Sprintf("  - {name: work%d, write: %s, read: Position}\n  - {name: look%d, write: Position, optional: [%s]}\n", i, c, i, c)
		changes += fmt.Sprintf("    - {entities: 5, add: %s, remove: %s}\n", c, c)
		lookups += fmt.Sprintf("    - {entities: 5, component: %s}\n", c)
	}
	return text + "tick:\n  spawn: {entities: 2, kind: " + kind + "}\n  destroy: {entities: 2, kind: " + kind + "}\n  change:\n" + changes + "  lookup:\n" + lookups +
		"  set: {entities: 5, component: Speed}\n  detect: {component: Speed}\n  parents: {relations: 15, children: 5, visit: all, component: Position}\n"
}

// Words of Go, names in templates and other alphabets: each is an error in one line with its place,
// or the programs of all libraries compile.
func TestNamesInPrograms(t *testing.T) {
	fixture.CI(t)
	names := strings.Fields(`type func range any error string nil true append len make new main init
		get game handle newGame idle sets table spawn destroy must reach tag list sum world entity query view item row rest pool
		Get Game Handle NewGame Idle Sets Table Spawn Destroy Hash Init DeltaTime Move Drift Count Glance glance Pair pair Words words Quad Block Prime prime
		ChildOf AttachedTo attachedTo CAttachedTo MaskAttachedTo idAttachedTo Present Late0 Filler1 Idle1 CGame cGame IdGame idChildOf CChildOf MaskChildOf SystemMoveItem systemMoveItem Writes Listed Replace
		drive ecs volt donburi goke generic teishoku reflect filter errors sync slices strconv transform event listener time os bytes math uid
		workers part all dt work n i e c g s w h f p t u v of it typed link links child above parent parents children childOf found knots related
		present editor batch values value storage registry relations changes number numbers kind mask made targets entry loaded empty file changed since
		x _x 1x a-b a.b Ünïcode 名前 ☃ "" null ~ 5 -1`)
	parsed := func(world, kind, system string, components ...string) *format.World {
		w, err := format.Parse("named.yaml", []byte(allNames(world, kind, system, components)))
		if err != nil && (!strings.HasPrefix(err.Error(), "named.yaml:") || strings.Contains(err.Error(), "\n")) {
			t.Errorf("%s %s %s %v: %v", world, kind, system, components, err)
		}
		return w
	}
	var ws []*format.World
	valid := make(map[string]string) // names of components, by those of their types
	for _, name := range names {
		ws = append(ws, parsed(name, "thing", "move", "Mark"), parsed("small", name, "move", "Mark"), parsed("small", "thing", name, "Mark"))
		if parsed("small", "thing", "move", name) != nil {
			valid[strings.ToLower(name)] = name
		}
	}
	ws = slices.DeleteFunc(ws, func(w *format.World) bool { return w == nil })
	if len(ws) < 300 || len(valid) < 100 {
		t.Errorf("%d worlds and %d components are valid", len(ws), len(valid))
	}
	checked := func(l play.Library, w *format.World) {
		source, err := l.Sources(w)
		if err != nil {
			t.Errorf("%s: %v", l.Name, err)
			return
		}
		for _, fault := range fixture.GoFaults(source) {
			t.Errorf("%s: %s", l.Name, fault)
		}
	}
	for i, w := range ws {
		checked(play.Libraries[i%len(play.Libraries)], w)
	}
	for some := range slices.Chunk(slices.Sorted(maps.Values(valid)), 4) {
		for _, l := range append(play.Libraries, play.Reference) {
			l.Most = 0
			checked(l, parsed("small", "thing", "move", some...))
		}
	}
}

// Slices have the plurals of component names, unless another name is the same.
func TestNamesOfSlices(t *testing.T) {
	const text = "name: slices\nmode: chunk\ncomponents: {Link: 8, Links: 8, Text: 8, Bus: 8, Body: 8}\nkinds:\n  thing: {count: 100, has: [Link, Links, Text, Bus, Body]}\n" +
		"systems:\n  - {name: move, write: Link, read: [Links, Text, Bus, Body]}\nmeasure: move\n"
	w, err := format.Parse("slices.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	chunks := 0
	for _, l := range play.Libraries {
		source, err := l.Sources(w)
		if _, cannot := errors.AsType[*play.Unsupported](err); cannot {
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v", l.Name, err)
		}
		for _, fault := range fixture.GoFaults(source) {
			t.Errorf("%s: %s", l.Name, fault)
		}
		if game := string(source["game.go"]); !strings.Contains(game, "bodies") || strings.Contains(game, "bodys") {
			t.Errorf("%s: the slice of bodies has another name", l.Name)
		}
		chunks++
	}
	if chunks < 3 {
		t.Errorf("%d programs have chunks", chunks)
	}
}
