//go:build unix

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// tortureOverwrite overwrites good results by new ones. After any end the file holds
// all of the old results, or a resumable new run.
func tortureOverwrite(t *torture) {
	path := filepath.Join(t.dir, "run.txt")
	overwrite := func(seed int) []string {
		return []string{
			"run", "--quick", "--entities", "10", "--components", "2", "--scenario", "iterate", "--impl", "soa,dense",
			"--rounds", "2", "--seed", strconv.Itoa(seed), "-o", "run.txt", "--force",
		}
	}
	for seed := 1; t.done.counts["kills"] < t.kills; seed++ {
		before, _ := os.ReadFile(path)
		var v *victim
		if t.chance(5) {
			t.done.add("full disks", 1)
			v = t.startConfined(strconv.Itoa(1+t.rng.IntN(4)), overwrite(seed)...)
		} else {
			v = t.start(overwrite(seed)...)
			after := t.moment(600 * time.Millisecond)
			if t.chance(2) { // when it begins
				t.await(v, func() bool { return exists(filepath.Join(t.dir, ".run.txt.lock")) })
				after = t.moment(4 * time.Millisecond)
			}
			t.blow(v, after, syscall.SIGKILL, syscall.SIGTERM, syscall.SIGINT)
		}
		code := t.end(v)
		if code >= 0 && (exists(filepath.Join(t.dir, ".run.txt.lock")) || exists(filepath.Join(t.dir, ".run.txt.part"))) {
			t.fault("temporary files left", "exit code %d\n%s", code, &v.output)
		}
		after, err := os.ReadFile(path)
		switch {
		case bytes.Equal(before, after):
			t.done.add("as before", 1)
			continue
		case err != nil || len(after) == 0:
			t.fault("lost", "%d bytes became %d, exit code %d, %v\n%s", len(before), len(after), code, err, &v.output)
		}
		v = t.start("run", "--resume", "run.txt")
		if code := t.end(v); code != 0 {
			t.fault("unusable", "exit code %d\n%s", code, &v.output)
		}
		if text, _ := os.ReadFile(path); bytes.Count(text, []byte("\nBenchmark")) != 4 || !bytes.Contains(text, []byte(`"seed":`+strconv.Itoa(seed))) {
			t.fault("torn", "%s", text)
		}
		t.done.add("new results", 1)
	}
}

func init() { subjects = append(subjects, subject{"overwrite", tortureOverwrite}) }
