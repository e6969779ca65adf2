package gobench

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
)

// A package that does not build, on either side and for any reason, is a failure. The
// others are measured.
func TestABrokenPackageDoesNotStopTheRest(t *testing.T) {
	fixture.CI(t)
	t.Parallel()
	bench := func(name string) string {
		return "package " + name + "\n\nimport \"testing\"\n\nfunc BenchmarkX(b *testing.B) {}\n"
	}
	dir := newModule(t, map[string]string{
		".gitignore":        "*.bin\nmade.go\n",
		"syntax/a.go":       "package syntax\n\nfunc X( {\n",
		"syntax/a_test.go":  bench("syntax"),
		"test/a_test.go":    bench("test") + "\nfunc (\n",
		"clause/a_test.go":  "pakage clause\n\nfunc BenchmarkX(b *testing.B) {}\n",
		"types/a.go":        "package types\n\nvar X int = \"\"\n",
		"types/a_test.go":   bench("types"),
		"imports/a.go":      "package imports\n\nimport _ \"example.com/nowhere\"\n",
		"imports/a_test.go": bench("imports"),
		"embeds/a.go":       "package embeds\n\nimport _ \"embed\"\n\n//go:embed data.bin\nvar Data []byte\n",
		"embeds/a_test.go":  bench("embeds"),
		"uses/a_test.go":    bench("uses") + "\nvar _ = made\n",
		"unit/a_test.go":    "package unit\n\nfunc Test(\n",
	}, map[string]string{
		"m.go":            "package m\n\nvar changed int\n",
		"later/a_test.go": bench("later"),
	}, map[string]string{
		"m.go":            "package m\n\nvar changed [2]int\n",
		"types/a.go":      "package types\n\nvar X = 1\n",
		"later/a_test.go": bench("later") + "\nvar _ = nowhere\n",
	})
	for name, text := range map[string]string{"embeds/data.bin": "x", "uses/made.go": "package uses\n\nconst made = 1\n"} {
		fixture.Check(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	check := func(s *Source, want map[string]string, single bool) {
		t.Helper()
		inv, err := s.Inventory(t.Context(), time.Minute)
		fixture.Check(t, err)
		for _, c := range slices.Concat(inv.Common, inv.Proved) {
			if c.Group != "example.com/m" && !(single && c.Group == "example.com/m/types") {
				t.Errorf("%v is measured or proved equal", c)
			}
		}
		if len(inv.Common)+len(inv.Proved) == 0 || len(inv.BaseOnly)+len(inv.HeadOnly) > 0 {
			t.Errorf("%v measured, %v proved equal, %v only in base, %v only in head", inv.Common, inv.Proved, inv.BaseOnly, inv.HeadOnly)
		}
		got := map[string]string{}
		for _, f := range inv.Failed {
			name := strings.TrimPrefix(f.Case.Group, "example.com/m/")
			got[name] = strings.TrimSpace(got[name] + " " + f.Side)
			if strings.Contains(f.Reason, "\n") || f.Reason == "" {
				t.Errorf("%s: %q", name, f.Reason)
			}
			for of, needed := range map[string]string{"embeds": "sub/mod/embeds/data.bin", "uses": "sub/mod/uses/made.go"} {
				if strings.Contains(f.Reason, needed+", which Git ignores") != (name == of) {
					t.Errorf("%s: %s", name, f.Reason)
				}
			}
		}
		for name, sides := range want {
			if single {
				sides = "head"
			}
			if got[name] != sides {
				t.Errorf("%s failed on %q, want %q", name, got[name], sides)
			}
			delete(got, name)
		}
		if len(got) > 0 {
			t.Errorf("failed, too: %v", got)
		}
		if notes := strings.Join(inv.Notes, "\n"); !strings.Contains(notes, "example.com/m/unit do not build") || !strings.Contains(notes, "no benchmark that matches") {
			t.Errorf("notes:\n%s", notes)
		}
	}
	both := map[string]string{"syntax": "base head", "test": "base head", "clause": "base head", "imports": "base head", "embeds": "base head", "uses": "base head", "types": "base", "later": "head"}
	check(open(t, dir, "HEAD~1", "HEAD", ".", "./..."), both, false)
	delete(both, "types")
	one, err := Open(t.Context(), Config{Dir: dir, Head: "HEAD", Pattern: ".", Packages: []string{"./..."}})
	fixture.Check(t, err)
	defer one.Close()
	check(one, both, true)
	if code := one.Code(t.Context()); len(code) == 0 {
		t.Error("no code is identified beside broken packages")
	}

	// If nothing builds, there is an error. It names the ignored file.
	_, err = Open(t.Context(), Config{Dir: dir, Base: "HEAD~1", Head: "HEAD", Pattern: ".", Packages: []string{"./embeds", "./syntax"}})
	if err == nil || !strings.Contains(err.Error(), "sub/mod/embeds/data.bin, which Git ignores") {
		t.Errorf("nothing builds: %v", err)
	}
	// A package of one side only is listed.
	s := open(t, dir, "HEAD~2", "HEAD~1", ".", ".", "./later")
	if inv, err := s.Inventory(t.Context(), time.Minute); err != nil || !slices.Equal(inv.HeadOnly, []ab.CaseID{{Group: "example.com/m/later", Name: "X"}}) || len(inv.Failed) > 0 {
		t.Errorf("%+v, %v", inv, err)
	}
}

// The failure of a benchmark names the files that it did not find because Git ignores them, however it
// fails, also if it is proved equal.
func TestFailuresNameIgnoredFiles(t *testing.T) {
	fixture.CI(t)
	t.Parallel()
	kinds := map[string]string{
		"Fatal": `if _, err := os.Open("testdata/a.bin"); err != nil { b.Fatal("no corpus") }`,
		"Panic": `if _, err := os.ReadFile("testdata/a.bin"); err != nil { panic(err) }`,
		"Exit":  `if _, err := os.ReadFile("testdata/a.bin"); err != nil { log.Fatal(err) }`,
		"Stat":  `if _, err := os.Stat("../mod/testdata/a.bin"); err != nil { b.Fatal(err) }`,
		"Skip":  `if _, err := os.Stat("testdata/a.bin"); err != nil { b.Skip("no corpus") }`,
		"Other": `if _, err := os.Stat("testdata/none.bin"); err != nil { b.Fatal(err) }`,
		"Why":   `b.Fatal("why")`,
	}
	tests := "package m\n\nimport (\n\"log\"\n\"os\"\n\"testing\"\n)\n\nvar _ = log.Fatal\n\nfunc BenchmarkChanged(b *testing.B) { work() }\n"
	for name, body := range kinds {
		tests += "\nfunc Benchmark" + name + "(b *testing.B) {\n" + body + "\n}\n\nfunc Benchmark" + name + "Changed(b *testing.B) {\nwork()\n" + body + "\n}\n"
	}
	work := "package m\n\nvar n int\n\nfunc work() { n++ }\n"
	main := "package all\n\nimport (\n\"log\"\n\"os\"\n\"testing\"\n)\n\nfunc TestMain(m *testing.M) {\nif _, err := os.ReadFile(\"../testdata/a.bin\"); err != nil { log.Fatal(err) }\nm.Run()\n}\n\nfunc BenchmarkX(b *testing.B) {}\n"
	dir := newModule(t, map[string]string{".gitignore": "*.bin\n", "m_test.go": tests, "m.go": work, "testdata/b.txt": "b", "all/all_test.go": main}, map[string]string{"m.go": strings.Replace(work, "n++", "n += 2", 1)})
	for _, name := range []string{"a.bin", "unread.bin"} {
		fixture.Check(t, os.WriteFile(filepath.Join(dir, "testdata", name), []byte("x"), 0o666))
	}
	inv, err := open(t, dir, "HEAD~1", "HEAD", ".", ".", "./all").Inventory(t.Context(), time.Minute)
	fixture.Check(t, err)
	for _, name := range append(slices.Collect(maps.Keys(kinds)), wholePackage) {
		names := []string{name, name + "Changed"}
		if name == wholePackage {
			names = names[:1]
		}
		for _, name := range names {
			reasons := lists.Filter(inv.Failed, func(f ab.FailedCase) bool { return f.Case.Name == name })
			if len(reasons) != 2 {
				t.Errorf("%s failed on %d sides", name, len(reasons))
			}
			for _, f := range reasons {
				wanted := !strings.HasPrefix(name, "Other") && !strings.HasPrefix(name, "Why")
				if strings.Contains(f.Reason, "(it needs sub/mod/testdata/a.bin, which Git ignores: ") != wanted {
					t.Errorf("%s on %s: %s", name, f.Side, f.Reason)
				}
			}
		}
	}
}

// Benchmarks that fail on both sides, in any way, are failures of both sides, whether they are
// proved equal or not.
func TestFailuresOnBothSidesDoNotPass(t *testing.T) {
	fixture.CI(t)
	t.Parallel()
	kinds := map[string]string{
		"Fatal": `b.Fatal("why")`, "Error": `b.Error("why")`, "Panic": `panic("why")`, "Skip": `b.Skip("why")`, "SkipNow": `b.SkipNow()`,
		"Exit": `os.Exit(3)`, "ExitZero": `os.Exit(0)`, "Sub": `b.Run("a", func(b *testing.B) { b.Fatal("why") })`, "Deep": `b.Run("a", func(b *testing.B) { b.Run("b", func(b *testing.B) { panic("why") }) })`,
		// Package testing may print a result of what panics.
		"Late": `b.Run("a", func(b *testing.B) { os.Stdout.WriteString("BenchmarkLate/a \t       1\t       0 B/op\t       0 allocs/op\nBenchmarkLateChanged/a \t       1\t       0 B/op\t       0 allocs/op\n"); panic("why") })`,
	}
	for _, bad := range []map[string]string{kinds, {}, {"Skip": kinds["Skip"]}} {
		tests := "package m\n\nimport (\n\t\"os\"\n\t\"testing\"\n)\n\nvar _ = os.Exit\n\nfunc BenchmarkGood(b *testing.B) {}\n\nfunc BenchmarkTree(b *testing.B) {\n\tb.Run(\"a\", BenchmarkGood)\n}\n\nfunc BenchmarkChanged(b *testing.B) { work() }\n"
		for name, body := range bad {
			tests += "\nfunc Benchmark" + name + "(b *testing.B) { " + body + " }\n\nfunc Benchmark" + name + "Changed(b *testing.B) { work(); " + body + " }\n"
		}
		work := func(n string) string {
			return "package m\n\nvar sink int\n\n//go:noinline\nfunc work() { sink += " + n + " }\n"
		}
		dir := newModule(t, map[string]string{"m_test.go": tests, "m.go": work("1")}, map[string]string{"m.go": work("2")})
		s := open(t, dir, "HEAD~1", "HEAD", ".")
		inv, err := s.Inventory(t.Context(), time.Minute)
		fixture.Check(t, err)
		if got := names(inv.Proved); !slices.Equal(got, []string{"Good", "Tree"}) {
			t.Errorf("%q are proved equal", got)
		}
		if got := names(inv.Common); !slices.Equal(got, []string{"Changed"}) {
			t.Errorf("%q are measured", got)
		}
		failed := map[string]string{}
		for _, f := range inv.Failed {
			failed[f.Case.Name] += f.Side + " "
			top, _, _ := strings.Cut(strings.Replace(f.Case.Name, "Changed", "", 1), "/")
			if strings.Contains(kinds[top], "why") && !strings.Contains(f.Reason, "why") {
				t.Errorf("%s failed on %s without a reason: %s", f.Case.Name, f.Side, f.Reason)
			}
		}
		for name := range bad {
			for _, name := range []string{name, name + "Changed"} {
				if failed[name] != "base head " {
					t.Errorf("%s failed on %q, want both sides", name, failed[name])
				}
				delete(failed, name)
			}
		}
		if len(failed) > 0 {
			t.Errorf("failed, too: %v", failed)
		}
	}
}
