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

	"github.com/ecsbench/ecsbench/internal/world/format"
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
		return replaceOne(r, text, `[{,] ?(share|has|write|read|entities|bytes|order|relations|reparent|visit|kind):`, misspelt(r))
	}, suggests},
	{"unknown change", func(r *rand.Rand, text string) string {
		return replaceOne(r, text, `(?m)^  (spawn|destroy|change|lookup|parents|set):`, misspelt(r))
	}, suggests},
	{"unknown component", func(r *rand.Rand, text string) string {
		return replaceOne(r, text, `(?:write|read|with|without|has|add|remove): \[?([A-Z][A-Za-z]+)`, misspelt(r))
	}, suggests},
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
	}, "want a share"},
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
		n := 10 + r.IntN(30_000)
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
		n := []int{100, 2_000, 1_000_000}[r.IntN(3)]
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "  k%d: {share: 0%%, has: [Position]}\n", i)
		}
		return strings.Replace(text, "kinds:\n", "kinds:\n"+b.String(), 1)
	}, "want at most|is the most"},
	{"10 MB of text", func(r *rand.Rand, text string) string {
		return text + strings.Repeat([]string{"# and so on\n", "\n", "x", "- a\n"}[r.IntN(4)], 10<<20/[]int{12, 1, 1, 4}[r.IntN(4)])
	}, ""},
	{"empty", func(r *rand.Rand, _ string) string {
		return []string{" ", "\n", "# nothing\n", "---\n", "null\n", "[]\n", "{}\n", "3\n", "name: x\n"}[r.IntN(9)]
	}, ""},
}

var position = regexp.MustCompile(`^[^\n]*\.yaml:[1-9]\d*:[1-9]\d*: [^\n]+$`)

// TestMutations makes world files wrong in 400 ways. Each gives an error of one
// line with line and column, and soon.
func TestMutations(t *testing.T) {
	texts := []string{colony}
	for _, name := range worlds.Names() {
		text, _ := worlds.Named(name)
		texts = append(texts, string(text))
	}
	beginning, err := format.Beginning("mine")
	if err != nil {
		t.Fatal(err)
	}
	texts = append(texts, string(beginning))
	r := rand.New(rand.NewPCG(1, 2))
	tried := make(map[string]int)
	for total := 0; total < 400; {
		m := mutations[r.IntN(len(mutations))]
		text := texts[r.IntN(len(texts))]
		wrong := m.mutate(r, text)
		if wrong == "" || wrong == text {
			continue
		}
		total++
		tried[m.name]++
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
	if len(tried) != len(mutations) {
		t.Errorf("only %d of %d kinds of mutations were tried", len(tried), len(mutations))
	}
}

// Cycles of includes of any length end.
func TestCyclesOfIncludes(t *testing.T) {
	for length := 1; length <= 20; length++ {
		dir := t.TempDir()
		for i := range length {
			text := fmt.Sprintf("name: w\ninclude: %d.yaml\n", (i+1)%length)
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprint(i)+".yaml"), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		_, err := format.Read(filepath.Join(dir, "0.yaml"))
		if err == nil || !position.MatchString(err.Error()) {
			t.Errorf("a cycle of %d: %v", length, err)
		}
	}
}
