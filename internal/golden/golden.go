// Package golden compares what tests make with what the files in testdata say.
// With -update the files are written anew.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Update tells whether the files are to be written anew.
var Update = flag.Bool("update", false, "write the golden files anew; look at what changed before you commit")

// File returns the content of testdata/name, which with -update becomes got.
func File(t testing.TB, name string, got []byte) []byte {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *Update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return want
}

// Text fails the test at the first line of got that is not that of
// testdata/name. How lines end in the file, which git may change, is the same.
func Text(t testing.TB, name, got string) {
	t.Helper()
	want := strings.ReplaceAll(string(File(t, name, []byte(got))), "\r\n", "\n")
	if got == want {
		return
	}
	now, was := strings.SplitAfter(got+"\n", "\n"), strings.SplitAfter(want+"\n", "\n")
	i := 0
	for now[i] == was[i] {
		i++
	}
	t.Errorf("line %d of %s is\n%sand was\n%sIf that is right run the test with -update", i+1, name, now[i], was[i])
}
