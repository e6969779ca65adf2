package profiles_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/profiles"
)

func TestEmbeddedProfilesAreTheSeeds(t *testing.T) {
	want := map[string][2]int{"A": {32, 16}, "AA": {128, 32}, "AAA": {512, 64}}
	for name := range want {
		p, err := profiles.Load(name)
		fixture.Check(t, err)
		if got := [2]int{p.ComponentTypes, p.Systems}; got != want[name] {
			t.Errorf("%s: types and systems = %v, want %v", name, got, want[name])
		}
		if len(p.Entities) != 3 || p.Entities[2] != 100_000 || len(p.Components) != 3 {
			t.Errorf("%s: %+v", name, p)
		}
	}
}

func TestEmbeddedProfilesLoad(t *testing.T) {
	for _, name := range profiles.Names() {
		if p, err := profiles.Load(name); err != nil || p.Name != name {
			t.Errorf("%s: %q, %v", name, p.Name, err)
		}
	}
}

const good = `name: mine
component-types: 48
systems: 20
entities: [500]
components: [2]
`

func TestAnAxisMayBeginWithNone(t *testing.T) {
	p, err := profiles.Parse("mine.yaml", []byte(good+"axes:\n  changes: [0, 5]\n"))
	if err != nil || !slices.Equal(p.At("changes"), []int{0, 5}) {
		t.Errorf("got %v, %v", p, err)
	}
}

func TestErrorsNameWhatIsWrong(t *testing.T) {
	for _, test := range []struct{ name, old, now, want string }{
		{"unknown key", "systems:", "sytems:", `mine.yaml:3:1: unknown field "sytems": did you mean "systems"?`},
		{"not a number", "48", "many", "mine.yaml:2:18: component-types: want a whole number such as 48"},
		{"a list of systems", "20", "\n- move", "mine.yaml:4:1: systems: want a whole number such as 48"},
		{"a mapping of systems", "20", "\n  move: 1", "systems: want a whole number such as 48"},
		{"a list as name", "mine", "[mine]", "mine.yaml:1:7: name: want a text"},
		{"a number of entities", "[500]", "5", "mine.yaml:4:11: entities: want a list of whole numbers such as [1, 10]"},
		{"a mapping of entities", "[500]", "\n  a: 1", "entities: want a list of whole numbers such as [1, 10]"},
		{"words as entities", "[500]", "[many]", "mine.yaml:4:12: entities: want a list of whole numbers such as [1, 10]"},
		{"a number of axes", "[2]", "[2]\naxes: 3", "mine.yaml:6:7: axes: want a mapping such as {archetypes: [1, 32]}"},
		{"a word for an axis", "[2]", "[2]\naxes:\n  archetypes: many", "mine.yaml:7:15: axis archetypes: want a list of whole numbers such as [1, 32]"},
		{"words for an axis", "[2]", "[2]\naxes:\n  archetypes: [1, many]", "mine.yaml:7:19: axis archetypes: want a list of whole numbers such as [1, 32]"},
		{"a tab before a key", "systems", "\tsystems", "mine.yaml:3:1: a tab: write spaces instead, as YAML requires"},
		{"a tab before an element", "[500]", "\n\t- 500", "mine.yaml:5:1: a tab: write spaces instead, as YAML requires"},
		{"a world file", good, "name: mine\nkinds:\n  animal: {count: 5}\n", "mine.yaml: the file is a world file, not a profile; measure it with: ecsbench world run mine.yaml"},
		{"too few types", "48", "5", "component-types 5: want 6 to 4096"},
		{"too many types", "48", "5000", "component-types 5000: want 6 to 4096"},
		{"no systems", "20", "0", "systems 0: want 1 to 4096"},
		{"no entities", "[500]", "[]", "entities: want at least one number"},
		{"negative entities", "[500]", "[-1]", "entities -1: want a number from 1"},
		{"entities twice", "[500]", "[500, 500]", "entities 500: given twice"},
		{"an axis twice", "[2]", "[2]\naxes:\n  archetypes: [8, 8]", "axis archetypes 8: given twice"},
		{"less than none", "[2]", "[2]\naxes:\n  changes: [-1]", "axis changes -1: want a number from 0"},
		{"an empty axis", "[2]", "[2]\naxes:\n  archetypes: []", "axis archetypes: want at least one number"},
		{"components twice", "[2]", "[2, 2]", "components 2: given twice"},
		{"bad name", "mine", "../mine", `name "../mine": want 1 to 64 letters`},
		{"long name", "name: mine", "name: " + strings.Repeat("m", 65), `m": want 1 to 64 letters`},
		{"duplicate key", "systems: 20", "systems: 20\nsystems: 21", `mine.yaml:4:1: `},
		{"broken YAML", "[500]", "[500", "mine.yaml:"},
		{"a list", good, "- 1\n", "mine.yaml:1:1: want a mapping with name"},
		{"empty", good, "", "the file is empty"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := profiles.Parse("mine.yaml", []byte(strings.Replace(good, test.old, test.now, 1)))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q in it", err, test.want)
			}
			if err != nil && strings.Contains(err.Error(), "\n") {
				t.Errorf("the message has several lines: %v", err)
			}
		})
	}
}

func TestLoadByPath(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mine.yaml")
	fixture.Check(t, os.WriteFile(path, []byte(good), 0o644))
	p, err := profiles.Load(path)
	if err != nil || p.Name != "mine" {
		t.Errorf("got %+v, %v", p, err)
	}
	if _, err := profiles.Load("AAAA"); err == nil || !strings.Contains(err.Error(), "neither one of A, AA, AAA, peer nor a file") {
		t.Errorf("got %v", err)
	}
}

// Errors give the position of the unsupported YAML.
func TestOnlyPlainYAML(t *testing.T) {
	for _, test := range []struct{ name, old, now, want string }{
		{"tag", "[500]", "!a", "mine.yaml:4:11: tags"},
		{"tag on a document", "name", "!!map\nname", "mine.yaml:1:1: tags"},
		{"anchor", "[500]", "&a [500]", "mine.yaml:4:11: anchors and aliases"},
		{"anchor of itself", "[500]", "&a [*a]", "mine.yaml:4:11: anchors and aliases"},
		{"alias", "[500]", "*a", "mine.yaml:4:11: anchors and aliases"},
		{"merge key", "name: mine", "<<: {name: mine}", "mine.yaml:1:1: anchors and aliases"},
		{"directive", "name", "%YAML 1.1\n---\nname", "mine.yaml:1:1: directives"},
		{"complex key", "name: mine", "? name\n: mine", "mine.yaml:1:1: keys with ?"},
		{"second document", "components: [2]", "components: [2]\n---\nname: other", "mine.yaml:6:1: a second document"},
		{"after the end", "components: [2]", "components: [2]\n...\nname: other", "mine.yaml:7:1: a second document"},
		{"fraction", "48", "48.5", `mine.yaml:2:18: "48.5": want a whole number`},
		{"fraction in a list", "500", "500.7", `mine.yaml:4:12: "500.7": want a whole number`},
		{"fraction with an exponent", "500", "5005e-1", `mine.yaml:4:12: "5005e-1": want a whole number`},
		{"number in quotes", "48", `"48"`, `mine.yaml:2:18: "48": want a whole number`},
		{"octal", "48", "060", `mine.yaml:2:18: "060": want a whole number`},
		{"too large", "500", "1e300", `mine.yaml:4:12: "1e300": want a whole number`},
		{"brackets without end", "[500]", strings.Repeat("[", 60_000), "mine.yaml: the file has"},
		{"brackets", "[500]", strings.Repeat("[", 1000), "mine.yaml:4:26: lists and mappings within each other more than 16 deep"},
		{"lists of lists", "[500]", "\n" + strings.Repeat("- ", 1000), "mine.yaml:5:33: lists and mappings within each other more than 16 deep"},
		{"many sizes", "[500]", "[" + strings.Repeat("5,", 3000) + "5]", "mine.yaml: the file has"},
		{"large file", "name", strings.Repeat("#", 64<<10) + "\nname", "mine.yaml: the file is too large for a profile"},
		{"not UTF-8", "mine", "m\xffne", "mine.yaml: the file is not text in UTF-8"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := profiles.Parse("mine.yaml", []byte(strings.Replace(good, test.old, test.now, 1)))
			if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("got %v, want %q in it", err, test.want)
			}
		})
	}
}

func TestOtherWaysToWriteTheSame(t *testing.T) {
	want, err := profiles.Parse("good.yaml", []byte(good))
	fixture.Check(t, err)
	for name, text := range map[string]string{
		"byte-order mark": "\ufeff" + good,
		"Windows":         strings.ReplaceAll(good, "\n", "\r\n"),
		"document":        "# mine\n---\n" + good + "...\n# the end\n",
		"block list":      strings.Replace(good, "[500]", "\n  - 5e2", 1),
		"quoted name":     strings.Replace(good, "mine", `"mine"`, 1),
		"mapping":         "{name: mine, component-types: 48, systems: 2_0, entities: [500], components: [2]}",
	} {
		got, err := profiles.Parse("mine.yaml", []byte(text))
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, %v", name, got, err)
		}
	}
	for _, name := range []string{"2048", "1.5", `"1e5"`} {
		if p, err := profiles.Parse("mine.yaml", []byte(strings.Replace(good, "mine", name, 1))); err != nil || p.Name != strings.Trim(name, `"`) {
			t.Errorf("name %s: got %q, %v", name, p.Name, err)
		}
	}
}

func TestEndlessFile(t *testing.T) {
	const endless = "/dev/zero"
	if _, err := os.Stat(endless); err != nil {
		fixture.Lacks(t, err)
	}
	if _, err := profiles.Load(endless); err == nil || !strings.Contains(err.Error(), "too large") {
		t.Errorf("got %v", err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(good)
	f.Add("name: [")
	f.Add("entities: !a")
	f.Add("a: &b [*b, \"5\", 5.5]\n---\n? - {c: |\n")
	f.Fuzz(func(t *testing.T, text string) {
		hangs := time.AfterFunc(20*time.Second, func() { panic(fmt.Sprintf("Parse does not return for %q", text)) })
		p, err := profiles.Parse("fuzz.yaml", []byte(text))
		hangs.Stop()
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("the message has several lines: %v", err)
		}
		if err == nil && p.Check() != nil {
			t.Errorf("Parse accepted a profile that Check rejects: %+v", p)
		}
	})
}
