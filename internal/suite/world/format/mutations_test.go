package format_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/suite/world/format"
	"github.com/ecsbench/ecsbench/worlds"
)

// A mutation makes a world file wrong. It returns "" where the file has nothing to
// be made wrong in this way.
type mutation struct {
	name   string
	mutate func(r *rand.Rand, text string) string
	want   string // in the error; "" for anything
}

// replaceOne replaces one match of a pattern, whose first group is replaced.
func replaceOne(r *rand.Rand, text, pattern string, by func(string) string) string {
	all := regexp.MustCompile(pattern).FindAllStringSubmatchIndex(text, -1)
	var found [][]int
	for _, m := range all {
		line := text[strings.LastIndexByte(text[:m[2]], '\n')+1 : m[2]]
		if !strings.Contains(line, "#") { // in a comment
			found = append(found, m)
		}
	}
	if len(found) == 0 {
		return ""
	}
	m := found[r.IntN(len(found))]
	return text[:m[2]] + by(text[m[2]:m[3]]) + text[m[3]:]
}

func misspelt(r *rand.Rand) func(string) string {
	return func(word string) string {
		i := r.IntN(len(word))
		return word[:i] + "q" + word[i:]
	}
}

const suggests = `did you mean "|want one of `

var mutations = []mutation{
	{"unknown key at the top", func(r *rand.Rand, text string) string {
		return replaceOne(r, text, `(?m)^([a-z]+):`, misspelt(r))
	}, suggests},
	{"unknown key", func(r *rand.Rand, text string) string {
		return replaceOne(r, text, `[{,] ?([a-z]+):`, misspelt(r))
	}, suggests},
	{"unknown change", func(r *rand.Rand, text string) string {
		return replaceOne(r, text, `(?m)^  (spawn|growth|destroy|change|lookup|parents|set|detect):`, misspelt(r))
	}, suggests},
	{"unknown component", func(r *rand.Rand, text string) string {
		return replaceOne(r, text, `(?:write|read|with|without|optional|has|add|remove|component|observe): \[?([A-Z][A-Za-z]+)`, misspelt(r))
	}, suggests},
	{"unknown component in a share", func(r *rand.Rand, text string) string {
		return replaceOne(r, text, `some: \{(?:[^}]*, )?([A-Z][A-Za-z]+)`, misspelt(r))
	}, suggests},
	{"unknown threshold", func(r *rand.Rand, text string) string {
		return text + "thresholds: {" + misspelt(r)("memory") + ": 1MB}\n"
	}, suggests},
	{"unknown word", func(r *rand.Rand, text string) string {
		return replaceOne(r, text, `(?:order|when): ([a-z]+)`, misspelt(r))
	}, suggests},
	{"detection of what a system writes", func(r *rand.Rand, text string) string {
		written := regexp.MustCompile(`write: \[([A-Za-z]+)`).FindStringSubmatch(text)
		if written == nil || strings.Contains(text, "detect:") {
			return ""
		}
		return strings.Replace(text, "\ntick:\n", "\ntick:\n  detect: {component: "+written[1]+"}\n", 1)
	}, "detect a component that is written by set alone"},
	{"detection of what nothing sets", func(r *rand.Rand, text string) string {
		return replaceOne(r, text, `detect: \{component: ([A-Za-z]+)`, func(string) string { return "Label" })
	}, "nothing sets Label"},
	{"unknown kind", func(r *rand.Rand, text string) string {
		return replaceOne(r, text, `kind: ([a-z]+)`, misspelt(r))
	}, suggests},
	{"rate above the population", func(r *rand.Rand, text string) string {
		return replaceOne(r, text, `(?m)^  (?:destroy|change|set): \{entities: ([0-9_.]+)`, func(string) string { return "9_000_000" })
	}, "want at most"},
	{"relations above the population", func(r *rand.Rand, text string) string {
		return replaceOne(r, text, `relations: ([0-9_]+)`, func(string) string { return "9_000_000" })
	}, "want at most"},
	{"negative size", func(r *rand.Rand, text string) string {
		return replaceOne(r, text, `(?m)^  [A-Z][a-z]+: ([0-9]+)`, func(n string) string { return "-" + n })
	}, "want a number"},
	{"negative number", func(r *rand.Rand, text string) string {
		return replaceOne(r, text, `(?:entities|relations|reparent|bytes|every): ([0-9_]+)`, func(n string) string { return "-1" + n })
	}, "want a number"},
	{"no number", func(r *rand.Rand, text string) string {
		of := []string{".nan", ".inf", "0x10", "1e400", "many", "[1, 2]", "{a: 1}", "", "~", "1e3e3", "!!int 3", "&a 3", "*a"}
		return replaceOne(r, text, `(?:entities|bytes): ([0-9_]+)`, func(string) string { return of[r.IntN(len(of))] })
	}, ""},
	{"share above all", func(r *rand.Rand, text string) string {
		return replaceOne(r, text, `: ([0-9.]+)%`, func(string) string { return "250" })
	}, "share from 0%"},
	{"size too large", func(r *rand.Rand, text string) string {
		return replaceOne(r, text, `(?m)^  [A-Z][a-z]+: ([0-9]+)`, func(string) string { return "5000" })
	}, "want at most 4096"},
	{"bracket missing", func(r *rand.Rand, text string) string {
		return replaceOne(r, text, `([\]}])`, func(string) string { return "" })
	}, ""},
	{"line twice", func(r *rand.Rand, text string) string {
		return replaceOne(r, text, `(?m)^(  [a-zA-Z]+: .*\n)`, func(line string) string { return line + line })
	}, ""},
	{"control character", func(r *rand.Rand, text string) string {
		i := r.IntN(len(text))
		return text[:i] + string(rune([]byte{0, 7, 27, 0xff}[r.IntN(3)])) + text[i:]
	}, "want UTF-8 text"},
	{"bytes that are no text", func(r *rand.Rand, text string) string {
		i := r.IntN(len(text))
		return text[:i] + "\xff\xfe" + text[i:]
	}, "want UTF-8 text"},
	{"deep nesting", func(r *rand.Rand, text string) string {
		n := 400 + r.IntN(30_000)
		return text + "deep: " + strings.Repeat([]string{"[", "{a: "}[r.IntN(2)], n/4) + "\n"
	}, "nested deeper"},
	{"deep lists", func(r *rand.Rand, text string) string {
		return text + "deep:\n  " + strings.Repeat("- ", 10+r.IntN(20_000)) + "a\n"
	}, "nested deeper"},
	{"aliases of aliases", func(r *rand.Rand, text string) string {
		bomb := "a: &a [x, x, x, x, x, x, x, x, x]\n"
		for c := 'b'; c < 'j'; c++ {
			bomb += fmt.Sprintf("%c: &%c [*%c, *%c, *%c, *%c, *%c, *%c, *%c, *%c]\n", c, c, c-1, c-1, c-1, c-1, c-1, c-1, c-1, c-1)
		}
		return bomb + text
	}, ""},
	{"second document", func(_ *rand.Rand, text string) string { return text + "---\n" + text }, "second document"},
	{"many kinds", func(r *rand.Rand, text string) string {
		n := []int{100, 2_000, 20_000}[r.IntN(3)]
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "  k%d: {share: 0%%, has: [Position]}\n", i)
		}
		return strings.Replace(text, "kinds:\n", "kinds:\n"+b.String(), 1)
	}, "want at most|is larger than"},
	{"more text than the limit", func(r *rand.Rand, text string) string {
		return text + strings.Repeat([]string{"# and so on\n", "\n", "x", "- a\n"}[r.IntN(4)], 300<<10)
	}, ""},
	{"empty", func(r *rand.Rand, _ string) string {
		return []string{" ", "\n", "# nothing\n", "---\n", "null\n", "[]\n", "{}\n", "3\n", "name: x\n"}[r.IntN(9)]
	}, ""},
}

var position = regexp.MustCompile(`^[^\n]*\.yaml:[1-9]\d*:[1-9]\d*: [^\n]+$`)

// TestMutations makes each world file wrong in every way that it can be. Each gives an
// error of one line with line and column, and soon.
func TestMutations(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	tried, total := make(map[string]bool), 0
	for _, text := range texts(t) {
		for _, m := range mutations {
			wrong := m.mutate(r, text)
			if wrong == "" || wrong == text {
				continue
			}
			total++
			tried[m.name] = true
			start := time.Now()
			_, err := format.Parse("world.yaml", []byte(wrong))
			if took := time.Since(start); took > 10*time.Second {
				t.Errorf("%s: took %v", m.name, took)
			}
			if err == nil {
				t.Errorf("%s: no error:\n%.2000s", m.name, wrong)
				continue
			}
			if !position.MatchString(err.Error()) || len(err.Error()) > 600 {
				t.Errorf("%s: %.700v", m.name, err)
			}
			if !regexp.MustCompile(m.want).MatchString(err.Error()) {
				t.Errorf("%s: %v, want %s", m.name, err, m.want)
			}
		}
	}
	if len(tried) != len(mutations) || total < 300 {
		t.Errorf("%d mutations of %d of %d kinds, want at least 300 of all kinds", total, len(tried), len(mutations))
	}
}

// texts are right world files.
func texts(t testing.TB) []string {
	t.Helper()
	list := []string{colony}
	for _, name := range worlds.All() {
		text, _ := worlds.Named(name)
		list = append(list, string(text))
	}
	beginning, err := format.Beginning("mine")
	fixture.Check(t, err)
	return append(list, string(beginning))
}

// Any text is a world or gives an error of one line with line and column.
func FuzzParse(f *testing.F) {
	for _, text := range texts(f) {
		f.Add(text)
	}
	f.Add("name: |" + strings.Repeat("o", 3000)) // which the parser of YAML repeats
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := format.Parse("world.yaml", []byte(text)); err != nil && (!position.MatchString(err.Error()) || len(err.Error()) > 600) {
			t.Errorf("%.700v", err)
		}
	})
}

// Cycles of includes of any length end.
func TestCyclesOfIncludes(t *testing.T) {
	for length := 1; length <= 20; length++ {
		dir := t.TempDir()
		for i := range length {
			text := fmt.Sprintf("name: w\ninclude: %d.yaml\n", (i+1)%length)
			fixture.Check(t, os.WriteFile(filepath.Join(dir, fmt.Sprint(i)+".yaml"), []byte(text), 0o666))
		}
		_, err := format.Read(filepath.Join(dir, "0.yaml"))
		if err == nil || !position.MatchString(err.Error()) {
			t.Errorf("a cycle of %d: %v", length, err)
		}
	}
}
