package profiles

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestEmbeddedProfilesAreTheSeeds(t *testing.T) {
	want := map[string][2]int{"A": {32, 16}, "AA": {128, 32}, "AAA": {512, 64}}
	for _, name := range Names() {
		p, err := Load(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := [2]int{p.ComponentTypes, p.Systems}; got != want[name] {
			t.Errorf("%s: types and systems = %v, want %v", name, got, want[name])
		}
		if len(p.Entities) != 3 || p.Entities[2] != 100_000 || len(p.Components) != 3 {
			t.Errorf("%s: %+v", name, p)
		}
	}
}

const good = `name: mine
component-types: 48
systems: 20
entities: [500]
components: [2]
`

func TestErrorsNameWhatIsWrong(t *testing.T) {
	for _, test := range []struct{ name, old, new, want string }{
		{"unknown key", "systems:", "sytems:", `mine.yaml:3:1: unknown field "sytems"`},
		{"not a number", "48", "many", "mine.yaml:2:18: "},
		{"too few types", "48", "5", "component-types 5: want 6 to 4096"},
		{"too many types", "48", "5000", "component-types 5000: want 6 to 4096"},
		{"no systems", "20", "0", "systems 0: want 1 to 4096"},
		{"no entities", "[500]", "[]", "entities: want at least one number"},
		{"negative entities", "[500]", "[-1]", "entities -1: want a number from 1"},
		{"entities twice", "[500]", "[500, 500]", "entities 500: given twice"},
		{"an axis twice", "[2]", "[2]\naxes:\n  archetypes: [8, 8]", "axis archetypes 8: given twice"},
		{"an empty axis", "[2]", "[2]\naxes:\n  archetypes: []", "axis archetypes: want at least one number"},
		{"components twice", "[2]", "[2, 2]", "components 2: given twice"},
		{"bad name", "mine", "../mine", `name "../mine": want 1 to 64 letters`},
		{"duplicate key", "systems: 20", "systems: 20\nsystems: 21", `mine.yaml:4:1: `},
		{"broken YAML", "[500]", "[500", "mine.yaml:"},
		{"a list", good, "- 1\n", "mine.yaml:1:1: "},
		{"empty", good, "", "the file is empty"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := Parse("mine.yaml", []byte(strings.Replace(good, test.old, test.new, 1)))
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
	if err := os.WriteFile(path, []byte(good), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := Load(path)
	if err != nil || p.Name != "mine" {
		t.Errorf("got %+v, %v", p, err)
	}
	if _, err := Load("AAAA"); err == nil || !strings.Contains(err.Error(), "neither one of A, AA, AAA nor a file") {
		t.Errorf("got %v", err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(good)
	f.Add("name: [")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse("fuzz.yaml", []byte(text))
		if err == nil && p.Check() != nil {
			t.Errorf("Parse accepted a profile that Check refuses: %+v", p)
		}
	})
}
