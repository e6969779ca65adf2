package ab

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzJournal resumes an experiment with any journal: it continues or returns an error of one
// line.
func FuzzJournal(f *testing.F) {
	whole := filepath.Join(f.TempDir(), "results")
	source := func() *fakeSource { return newFake(21, "A", "B", "C") }
	begun := source()
	if _, err := Run(begun.killedAfter(60), begun, options(21), whole); err == nil {
		f.Fatal("the experiment was not interrupted")
	}
	files := map[string][]byte{}
	for _, name := range append(resultFiles, journalFile) {
		var err error
		if files[name], err = os.ReadFile(filepath.Join(whole, name)); err != nil {
			f.Fatal(err)
		}
	}
	text := string(files[journalFile])
	for _, change := range []*strings.Replacer{
		strings.NewReplacer(), strings.NewReplacer(`"stage":0`, `"stage":7`), strings.NewReplacer(`"stage":0`, `"stage":-1`), strings.NewReplacer(`"inventory":{`, `"inventory":null,"x":{`),
		strings.NewReplacer(`"ran":{"0"`, `"ran":{"99"`), strings.NewReplacer(`"blocks":`, `"blocks":1000000`), strings.NewReplacer(`"operations":`, `"operations":-`),
		strings.NewReplacer(`"controls":[`, `"controls":[-1,`), strings.NewReplacer(`"slowed":[`, `"slowed":[9,`), strings.NewReplacer(`"base.txt":`, `"base.txt":-`),
		strings.NewReplacer(`"sizes":{`, `"dead":[5],"sizes":{`), strings.NewReplacer(`"sizes":{`, `"lost":[{"case":-1,"side":3}],"sizes":{`), strings.NewReplacer(`"sizes":{`, `"lost":[{"case":0,"side":200}],"sizes":{`),
		strings.NewReplacer(`"leftOut"`, `"counted":[{"work":null}],"leftOut"`), strings.NewReplacer(`"begun":{`, `"begun":null,"x":{`),
		strings.NewReplacer(`"machine":"`, `"machine":"two\nlines `), strings.NewReplacer(`"name":"`, `"name":"two\nlines `, `"blocks":`, `"blocks":-`),
	} {
		f.Add([]byte(change.Replace(text)))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		dir := t.TempDir()
		for name, content := range files {
			if name == journalFile {
				content = text
			}
			if err := os.WriteFile(filepath.Join(dir, name), content, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		s, err := load(dir)
		if err == nil {
			src := source()
			_, err = s.resume(src.killedAfter(20), src)
			s.Close()
		}
		if err != nil && strings.Contains(strings.TrimSpace(err.Error()), "\n") && err != context.Canceled {
			t.Errorf("an error of several lines: %q", err)
		}
	})
}
