package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
)

// kinds make bad input.
var kinds = []func(*rand.Rand) call{results, profile, flags}

func pick[T any](rng *rand.Rand, list ...T) T { return list[rng.IntN(len(list))] }

// noise is bytes of no meaning; it holds no line that begins as a benchmark's.
func noise(rng *rand.Rand) []byte {
	b := make([]byte, rng.IntN(2000))
	for i := range b {
		if b[i] = byte(rng.IntN(256)); b[i] == 'B' {
			b[i] = 'b'
		}
	}
	return b
}

// words is lines of letters and signs.
func words(rng *rand.Rand) string {
	var b strings.Builder
	for range 1 + rng.IntN(30) {
		b.WriteString(pick(rng, "a", "some words", "x 1 2", "{}", "PASS", "ok x 1s", "::error::x", "\x1b[31m", "goos: linux", "Unit x better=lower", "\t", "|", "\u202e"))
		b.WriteString(pick(rng, "\n", "\n", " ", "\r\n"))
	}
	return b.String()
}

// commit is the lines that history requires.
const commit = "commit: 0123456789abcdef\ncommit-date: 2026-11-01\n"

// damagedLine is the kind of input of which the rest is read.
const damagedLine = "damaged line"

// results are files without results, or with a line that is broken, for all
// verbs that read such.
func results(rng *rand.Rand) call {
	const line = "BenchmarkIterate/impl=dense/n=1000-2 1 5 ns/op\n"
	nothing := pick(rng,
		func() []byte { return nil },
		func() []byte { return noise(rng) },
		func() []byte { return []byte(words(rng)) },
		func() []byte { return []byte(strings.Repeat("k", 1<<rng.IntN(18)) + "\n") },
		func() []byte { return bytes.Repeat([]byte{0}, rng.IntN(100_000)) },
	)
	// A line that cannot be read is passed over, with a warning.
	damaged := pick(rng,
		func() string { return "BenchmarkX one 2 ns/op\n" },
		func() string { return "BenchmarkX 1 two ns/op\n" },
		func() string { return "BenchmarkX 1 2\n" },
		func() string { return "# failed {\"case\":" + pick(rng, "", "1}", "\"x\"", "[[[") + "\n" },
		func() string { return "# env {" + strings.Repeat("[", rng.IntN(20_000)) + "\n" },
		func() string { return "# end {\"seconds\":\"" + pick(rng, "\x1b", "x", "NaN") + "\"}\n" },
	)
	broken := pick(rng,
		func() string { return fmt.Sprintf("# ecsbench {\"format\":%d}\n", 2+rng.IntN(1000)) },
		func() string { return "BenchmarkX 1 NaN ns/op\n" },
		func() string {
			var b strings.Builder
			for i := range 1100 {
				fmt.Fprintf(&b, "k%d: v\n", i)
			}
			return b.String()
		},
	)
	switch rng.IntN(4) {
	case 0:
		return call{"results", pick(rng,
			[]string{"compare", "bad"}, []string{"gate", "bad", "good"}, []string{"gate", "good", "bad"}, []string{"run", "--resume", "bad"},
			[]string{"report", "bad", "-o", "out"}, []string{"report", "good", "--baseline", "bad", "-o", "out"}, []string{"history", "bad"},
			[]string{"merge", "bad", "-o", "out"},
			[]string{"export", "bad", "--to", "csv", "-o", "out"}, []string{"export", "good", "bad", "--to", "csv"}, []string{"export", "bad", "--to", "bmf", "-o", "out"},
		), nothing()}
	case 1:
		missing := pick(rng, "missing", ".", "bad/x", "\x1b[31m", "a\nb", strings.Repeat("x", 300), "")
		return call{"results", pick(rng,
			[]string{"compare", missing}, []string{"gate", missing, "good"}, []string{"report", missing, "-o", "out"}, []string{"report", "good", "--profile", missing, "-o", "out"},
			[]string{"history", missing + "/missing"}, []string{"run", "--resume", missing},
			[]string{"merge", missing + "/missing", "-o", "out"}, []string{"export", missing, "--to", "csv", "-o", "out"},
		), nil}
	}
	args := pick(rng,
		[]string{"report", "bad", "-o", "out"}, []string{"report", "good", "bad", "-o", "out"}, []string{"report", "good", "--baseline", "bad", "-o", "out"},
		[]string{"report", "bad", "--format", "markdown"}, []string{"history", "bad"}, []string{"history", "good", "bad"},
	)
	wrong, kind := broken, "results"
	if rng.IntN(2) == 0 {
		wrong, kind = damaged, damagedLine
	}
	return call{kind, args, []byte(commit + strings.Repeat(line, rng.IntN(5)) + wrong() + strings.Repeat(line, 1+rng.IntN(5)))}
}

// profile has profile files that are not plain YAML, or name missing things.
func profile(rng *rand.Rand) call {
	lines := map[string]string{"name": "mine", "component-types": "48", "systems": "20", "entities": "[500]", "components": "[2]"}
	var text string
	switch rng.IntN(8) {
	case 0:
		text = string(noise(rng)) + "\xff"
	case 1:
		text = strings.Repeat(pick(rng, "[", "{", "- ", "a: ", "? ", "&a ", "*a ", "!a ", "|\n", "'", "\"", "---\n", "5, "), 1+rng.IntN(200_000))
	case 2:
		text = words(rng)
	default:
		number := pick(rng, "48.5", "-1", "0", "1e30", "1e-3", "0x30", "060", "\"48\"", "many", "[", "!a", "&a 5", "*a", ".nan", "99999999999999999999", "{a: 1}", "5 5", "'", "%", "@x", "`x`")
		list := pick(rng, "[500.7]", "[]", "[-1]", "[0]", "[5, 5]", "[1e300]", "[[5]]", "!a", "&a [*a]", "[", "{}", "[\"5\"]", "[a]", "["+strings.Repeat("5,", 40_000)+"5]", "\n- 5\n -6")
		switch key := pick(rng, "name", "component-types", "systems", "entities", "components", "unknown"); key {
		case "name":
			lines[key] = pick(rng, "../x", "", "[a]", "\x1b[31m", "a b", "-x", strings.Repeat("x", 65), "!x y", "\u202eevil")
		case "entities", "components":
			lines[key] = list
		case "unknown":
			lines[pick(rng, "sytems", "Name", "x", "\u202e", "<<")] = "1"
		default:
			lines[key] = number
		}
		for _, key := range []string{"name", "component-types", "systems", "entities", "components", "sytems", "Name", "x", "\u202e", "<<"} {
			if value, ok := lines[key]; ok {
				text += key + ": " + value + "\n"
			}
		}
	}
	return call{"profile", []string{"run", "--profile", "bad", "--dry-run"}, []byte(text)}
}

// flags are command lines that mean nothing.
func flags(rng *rand.Rand) call {
	odd := pick(rng, "", "x", "-1", "0", "NaN", "1e400", "\x1b[31m", "a\nb", ",", "::error::", "101%", "-5%", "💥", strings.Repeat("9", 400), "../..", "--")
	return call{"flags", pick(rng,
		[]string{odd + "verb"},
		[]string{"run", "--no-such-flag" + strings.Map(letters, odd)},
		[]string{"run", "--impl", odd + "nobody"},
		[]string{"run", "--impl", "dense:" + odd + "x=1"},
		[]string{"run", "--scenario", odd + "nothing"},
		[]string{"run", "--entities", odd + "x"},
		[]string{"run", "--entities", "-5"},
		[]string{"run", "--components", "99" + odd},
		[]string{"run", "--precision", odd + "x"},
		[]string{"run", "--budget", odd + "x"},
		[]string{"run", "--rounds", "-1"},
		[]string{"run", "--seed", odd + "x"},
		[]string{"run", "--format", odd + "x"},
		[]string{"run", "surplus" + odd},
		[]string{"run", "--quick", "-o", "good"},
		[]string{"compare"},
		[]string{"compare", "--format", odd + "x", "good"},
		[]string{"compare", "--alpha", odd + "x", "good"},
		[]string{"compare", "--filter", "(" + odd, "good"},
		[]string{"compare", "--row", "@" + odd, "good"},
		[]string{"gate", "good"},
		[]string{"gate", "--max-regression", odd + "x", "good", "good"},
		[]string{"gate", "--alpha", "2", "good", "good"},
		[]string{"gate", "--allow", odd + "x", "good", "good"},
		[]string{"gate", "--format", odd + "x", "good", "good"},
		[]string{"report", "good"},
		[]string{"report", "good", "-o", "good"},
		[]string{"report", "good", "-o", "."},
		[]string{"report", "good", "--format", odd + "x", "-o", "out"},
		[]string{"merge", "good"},
		[]string{"merge", "-o", "out"},
		[]string{"export", "good", "--to", odd + "x"},
		[]string{"export", "good", "--to", "parquet"},
		[]string{"run", "--shard", odd + "x"},
		[]string{"run", "--shard", pick(rng, "0/3", "4/3", "3", "1/2/3", "-1/-1", "1/0", "1/99999", "auto")},
		[]string{"run", "--continue"},
		[]string{"history"},
		[]string{"history", "--format", odd + "x", "good"},
		[]string{"list", odd + "x"},
		[]string{"verify", "--impl", odd + "nobody"},
		[]string{"profile", "--impl", odd + "nobody", "--scenario", "iterate"},
		[]string{"profile", "--impl", "dense", "--scenario", odd + "nothing"},
		[]string{"ab"},
		[]string{"doctor", "--budget", odd + "x"},
	), nil}
}

// letters keeps what a flag's name can have.
func letters(r rune) rune {
	if r >= 'a' && r <= 'z' {
		return r
	}
	return -1
}
