package results_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"golang.org/x/perf/benchfmt"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/results"
)

const good = "BenchmarkA 1 5 ns/op\n"

// readAll returns the results as "file:line name", and the warnings.
func readAll(f *results.Files) (got, warned []string, err error) {
	f.Warn = func(err error) { warned = append(warned, err.Error()) }
	err = f.Each(func(record any) error {
		if r, ok := record.(*benchfmt.Result); ok {
			_, line := r.Pos()
			got = append(got, fmt.Sprintf("%s:%d %s", r.GetConfig(".file"), line, r.Name))
		}
		return nil
	})
	return got, warned, err
}

const mostConfig = 1000

// keys returns n lines of configuration.
func keys(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "key-%d: x\n", i)
	}
	return b.String()
}

func TestBadInput(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		name, content string
		want          string // of the error, after the file name; "" for none
		line          int
	}{
		{"empty", "", "no benchmark result", 1},
		{"prose", "once upon\na time\n", "no benchmark result", 2},
		{"nothing but a damaged unit", "goos: linux\nUnit x better\n", "no benchmark result", 2},
		{"nothing but damaged benchmarks", "pkg: x\nBenchmarkA 1\nBenchmarkB 1 x ns/op\n", "missing measurements, no benchmark result", 2},
		{"a direction that is none", good + "Unit x better=hihger\n", "better=hihger for x: want higher or lower", 2},
		{"an assumption that is none", "Unit x assume=exakt\n" + good, "assume=exakt for x: want nothing or exact", 1},
		{"binary at once", "\x00\x01", "binary data", 1},
		{"binary behind empty lines", "\n\nb\x00", "binary data", 3},
		{"binary lines", strings.Repeat("\x00\n", 200), "binary data", 1},
		{"as much configuration as a case keeps", keys(mostConfig-1) + good, "", 0}, // the file is a key too
		{"more configuration than a case keeps", keys(mostConfig) + good, "more than 1000 configuration keys", mostConfig + 1},
		{"10 MB in a line", strings.Repeat("y", 10<<20), "longer than 64 KiB", 1},
		{"65 MB in a line", good + strings.Repeat("y", 65<<20), "longer than 64 MiB", 2},
		{"NaN", good + "BenchmarkB 1 NaN ns/op\n", "BenchmarkB has NaN ns/op", 2},
		{"nan in another unit", "BenchmarkB 1 1 ns/op nan x\n", "BenchmarkB has NaN x", 1},
		{"line of 60 KB", good + strings.Repeat("z", 60000) + "\n", "", 0},
		{"negative", "BenchmarkB 1 -1 ns/op\n", "", 0},
		{"truncated", good + "BenchmarkA 1 5 ns/o", "", 0},
		{"no line end", "BenchmarkA 1 5 ns/op", "", 0},
		{"CRLF", "goos: linux\r\nBenchmarkA 1 5 ns/op\r\n", "", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(dir, c.name)
			fixture.Check(t, os.WriteFile(path, []byte(c.content), 0o600))
			got, _, err := readAll(&results.Files{Paths: []string{path}})
			if c.want == "" {
				if err != nil || len(got) == 0 {
					t.Fatalf("got %v, %v", got, err)
				}
				return
			}
			var bad *results.InputError
			if !errors.As(err, &bad) {
				t.Fatalf("got %v, want an InputError", err)
			}
			if bad.File != path || bad.Line != c.line || !strings.Contains(bad.What, c.want) || bad.Remedy == "" {
				t.Errorf("got %+v, want %q in line %d", bad, c.want, c.line)
			}
			if err.Error() != bad.Error() || strings.Contains(bad.Error(), "\n") {
				t.Errorf("%q, want one line that says the place once", err)
			}
		})
	}
}

// Damaged lines are skipped at any position; the others are read.
func TestDamagedLinesAreSkipped(t *testing.T) {
	for name, c := range map[string]struct {
		line, want string
	}{
		"binary":          {"BenchmarkB 1 1\x00 ns/op\n", "-:%d: binary data"},
		"long":            {strings.Repeat("y", 70_000) + "\n", "-:%d: line longer than 64 KiB, which no benchmark prints"},
		"long benchmark":  {"BenchmarkB 1 " + strings.Repeat("9", 10<<20) + " ns/op\n", "-:%d: line longer than 64 KiB, which no benchmark prints"},
		"long and binary": {strings.Repeat("\x00", 70_000) + "\n", "-:%d: line longer than 64 KiB, which no benchmark prints"},
	} {
		for at, text := range []string{c.line + good + good, good + c.line + good, good + good + c.line, good + good + strings.TrimSuffix(c.line, "\n")} {
			got, warned, err := readAll(&results.Files{Paths: []string{"-"}, Stdin: strings.NewReader(text)})
			want := fmt.Sprintf(c.want, min(at+1, 3))
			if err != nil || len(got) != 2 || len(warned) != 1 || warned[0] != want {
				t.Errorf("%s at line %d: %d results, warnings %q, %v; want %q", name, at+1, len(got), warned, err, want)
			}
		}
	}
}

func TestCompressedFilesAreReadAsTheyWere(t *testing.T) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	io.WriteString(w, good+good)
	w.Close()
	path := filepath.Join(t.TempDir(), "run.txt")
	for text, want := range map[string]string{packed.String(): "", "\x1f\x8b": "cannot be unpacked", packed.String()[:packed.Len()-9]: "unexpected EOF"} {
		fixture.Check(t, os.WriteFile(path, []byte(text), 0o600))
		got, _, err := readAll(&results.Files{Paths: []string{path}})
		if want == "" && (err != nil || len(got) != 2) || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%d bytes: %d results, %v; want %q", len(text), len(got), err, want)
		}
	}
}

func TestNoFile(t *testing.T) {
	dir := t.TempDir()
	for path, want := range map[string]string{
		filepath.Join(dir, "none"):              "no such file",
		dir:                                     "is a directory",
		filepath.Join("files_test.go", "below"): "files_test.go/below: cannot be opened: not a directory",
	} {
		if runtime.GOOS == "windows" && strings.Contains(want, "cannot") {
			continue // Windows reports a missing file
		}
		if _, _, err := readAll(&results.Files{Paths: []string{path}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", path, err, want)
		}
	}
}

func TestReadErrorNamesTheLine(t *testing.T) {
	broken := iotest.ErrReader(errors.New("disk on fire"))
	_, _, err := readAll(&results.Files{Paths: []string{"-"}, Stdin: broken})
	if err == nil || !strings.Contains(err.Error(), "-:1: reading: disk on fire") {
		t.Errorf("got %v", err)
	}
}

func TestLabels(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	fixture.Check(t, os.WriteFile(path, []byte(good), 0o600))
	got, _, err := readAll(&results.Files{Paths: []string{path, "new=" + path, path, "-"}, Stdin: strings.NewReader(good)})
	fixture.Check(t, err)
	want := fmt.Sprint([]string{path + "#0:1 A", "new:1 A", path + "#1:1 A", "-:1 A"})
	if fmt.Sprint(got) != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestDamagedLinesAreWarnedOf(t *testing.T) {
	in := good + "BenchmarkB x 1 ns/op\nBenchmarkC 1 2\n" + good
	got, warned, err := readAll(&results.Files{Paths: []string{"-"}, Stdin: strings.NewReader(in)})
	if err != nil || len(got) != 2 || len(warned) != 2 || !strings.HasPrefix(warned[1], "-:3: ") {
		t.Errorf("got %v, warnings %v, error %v", got, warned, err)
	}
	// A file of damaged benchmarks is not silently skipped in a folder, unlike a file without any.
	if _, warned, err := readAll(&results.Files{Paths: []string{"-"}, Stdin: strings.NewReader("BenchmarkB x 1 ns/op\n")}); err == nil || errors.Is(err, results.ErrNotResults) || len(warned) != 0 {
		t.Errorf("one damaged line: warnings %v, error %v", warned, err)
	}
	if _, _, err := readAll(&results.Files{Paths: []string{"-"}, Stdin: strings.NewReader("Unit ns/op better\n")}); !errors.Is(err, results.ErrNotResults) {
		t.Errorf("a damaged unit: %v", err)
	}
}

// Records are complete and in order for any read size.
func TestRecordsInOrder(t *testing.T) {
	in := "# env {\"cpu\":\"X\"}\r\n" + good + "#\n# a comment\nnot this\n# failed {\"case\":\"B\"}\n" + good + "--- FAIL: BenchmarkX\nFAIL\tp"
	for name, stdin := range map[string]io.Reader{"at once": strings.NewReader(in), "bytes": iotest.OneByteReader(strings.NewReader(in))} {
		var got []string
		err := (&results.Files{Paths: []string{"-"}, Stdin: stdin}).Each(func(record any) error {
			switch r := record.(type) {
			case *results.Environment:
				got = append(got, "env "+r.CPU)
			case *results.Exception:
				got = append(got, r.Kind+" "+r.Case)
			case *results.GoTest:
				got = append(got, r.Text)
			case *benchfmt.Result:
				got = append(got, string(r.Name))
			}
			return nil
		})
		if want := "env X, A, failed B, A, --- FAIL: BenchmarkX, FAIL\tp"; err != nil || strings.Join(got, ", ") != want {
			t.Errorf("%s: %v, got %q, want %q", name, err, got, want)
		}
	}
}

// A record is delivered with its line, without waiting for the next.
func TestRecordsComeWithTheirLines(t *testing.T) {
	out, in := io.Pipe()
	came := make(chan string)
	done := make(chan error)
	go func() {
		files := &results.Files{Paths: []string{"-"}, Stdin: out}
		done <- files.Each(func(record any) error { came <- string(record.(*benchfmt.Result).Name); return nil })
	}()
	for _, name := range []string{"A", "B"} {
		fmt.Fprintf(in, "Benchmark%s 1 1 ns/op\n", name)
		select {
		case got := <-came:
			if got != name {
				t.Errorf("%s came, want %s", got, name)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("%s does not come", name)
		}
	}
	in.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// Reading ends without a panic for any input. Errors have a valid line.
func FuzzFiles(f *testing.F) {
	f.Add([]byte(good))
	f.Add([]byte("# env {\"go\":1}\npkg: x\nUnit x better=y\nBenchmarkA-2 1 1 ns/op 2 x\r\n"))
	f.Add([]byte("BenchmarkA 1 NaN ns/op"))
	f.Add([]byte("\x00"))
	f.Add([]byte(`{"Action":"output","Package":"p"}`))
	f.Add([]byte("\xff\xfep\x00k\x00g\x00:\x00 \x00x\x00\n\x00"))
	f.Add([]byte(`{"Action":"output","Package":"p","Output":"BenchmarkA-2 1 1"}` + "\nx\n" + `{"Action":"output","Package":"p","Output":" ns/op\nBenchmarkB 1 NaN ns/op\n"}` + "\n" + `{"Action":"pass","Package":"p"}`))
	f.Fuzz(func(t *testing.T, in []byte) {
		if bytes.HasPrefix(in, []byte("\x1f\x8b")) {
			t.Skip("the lines of a compressed file cannot be counted here")
		}
		lines := bytes.Count(in, []byte{'\n'}) + 1
		files := &results.Files{Paths: []string{"in"}, Warn: func(error) {}}
		files.Paths[0], files.Stdin = "-", bytes.NewReader(in)
		files.Check = func(_ *benchfmt.Result, at results.Place) error {
			if at.Line < 1 || at.Line > lines {
				t.Errorf("line %d of %d", at.Line, lines)
			}
			return nil
		}
		err := files.Each(func(any) error { return nil })
		var bad *results.InputError
		if err != nil && (!errors.As(err, &bad) || bad.Line < 1 || bad.Line > lines) {
			t.Errorf("error %v", err)
		}
	})
}
