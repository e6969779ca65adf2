//go:build unix

package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/ecsbench/ecsbench/scripts/program"
)

// tortureCSV has a good export overwritten. Whenever that ends, the file holds all of
// the old or all of the new export.
func tortureCSV(t *torture) {
	wants := [2]string{}
	for i := range wants {
		t.manyResults(fmt.Sprintf("in%d.txt", i), 1, 3000, i)
		t.exported("--to", "csv", fmt.Sprintf("in%d.txt", i), "-o", fmt.Sprintf("good%d.csv", i))
		wants[i] = string(program.Must(os.ReadFile(filepath.Join(t.dir, fmt.Sprintf("good%d.csv", i)))))
	}
	out, before := filepath.Join(t.dir, "out.csv"), ""
	for n := 0; t.done.counts["kills"] < t.kills; n++ {
		v := t.start("export", "--to", "csv", fmt.Sprintf("in%d.txt", n%2), "-o", "out.csv", "--force")
		after := t.moment(80 * time.Millisecond)
		if t.chance(2) { // when it begins to write
			t.await(v, func() bool { return exists(filepath.Join(t.dir, ".out.csv.part")) })
			after = t.moment(20 * time.Millisecond)
		}
		t.blow(v, after, syscall.SIGKILL, syscall.SIGTERM, syscall.SIGINT)
		code := t.end(v)
		text, _ := os.ReadFile(out)
		switch now := string(text); {
		case now == wants[n%2]:
			t.done.add("new exports", 1)
			before = now
		case now == before && code != 0:
			t.done.add("as before", 1)
		default:
			t.fault("torn", "%d bytes after exit code %d, %d before", len(now), code, len(before))
		}
	}
	t.exported("--to", "csv", "in0.txt", "-o", "out.csv", "--force")
	for name := range hidden(t.dir) {
		t.fault("temporary files left", "%s", name)
	}
}

// exported exports in peace.
func (t *torture) exported(args ...string) {
	v := t.start(append([]string{"export"}, args...)...)
	if code := t.end(v); code != 0 {
		program.Check(fmt.Errorf("exit code %d: %s", code, &v.output))
	}
}

// manyResults writes a file of so many runs, each of another commit, with samples.
func (t *torture) manyResults(name string, runs, samples, seed int) {
	var text bytes.Buffer
	for run := range runs {
		fmt.Fprintf(&text, "# ecsbench {\"format\":1}\n# env {\"commit\":\"%d%d\",\"cpu\":\"A\",\"cpus\":2,\"os\":\"linux\",\"arch\":\"amd64\"}\n", seed, run)
		for i := range samples {
			fmt.Fprintf(&text, "BenchmarkIterate/impl=dense/n=%d-2 100 %d ns/op %d B/op\n", i%50, 100+i+seed, seed)
		}
	}
	program.Check(os.WriteFile(filepath.Join(t.dir, name), text.Bytes(), 0o644))
}

// hidden lists the files of a folder whose names begin with a dot.
func hidden(dir string) map[string]bool {
	found := map[string]bool{}
	program.Check(filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && path != dir && strings.HasPrefix(e.Name(), ".") {
			found[path] = true
		}
		return err
	}))
	return found
}

func init() { subjects = append(subjects, subject{"csv", tortureCSV}) }
