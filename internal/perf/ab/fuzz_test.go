package ab

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/sys/outdir"
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
	values, err := outdir.ReadJournal[json.RawMessage](filepath.Join(whole, journalFile))
	if err != nil {
		f.Fatal(err)
	}
	text := string(bytes.Join(lists.Map(values, func(v json.RawMessage) []byte { return v }), []byte("\n")))
	for _, change := range []*strings.Replacer{
		strings.NewReplacer(), strings.NewReplacer(`"stage":0`, `"stage":7`), strings.NewReplacer(`"stage":0`, `"stage":-1`), strings.NewReplacer(`"inventory":{`, `"inventory":null,"x":{`),
		strings.NewReplacer(`"ran":{"0"`, `"ran":{"99"`), strings.NewReplacer(`"blocks":`, `"blocks":1000000`), strings.NewReplacer(`"operations":`, `"operations":-`),
		strings.NewReplacer(`"controls":[`, `"controls":[-1,`), strings.NewReplacer(`"slowed":[`, `"slowed":[9,`), strings.NewReplacer(`"size":`, `"size":-`),
		strings.NewReplacer(`"marks":{`, `"dead":[5],"marks":{`), strings.NewReplacer(`"marks":{`, `"lost":[{"case":-1,"side":3}],"marks":{`), strings.NewReplacer(`"marks":{`, `"lost":[{"case":0,"side":200}],"marks":{`),
		strings.NewReplacer(`"leftOut"`, `"counted":[{"work":null}],"leftOut"`), strings.NewReplacer(`"begun":{`, `"begun":null,"x":{`),
		strings.NewReplacer(`"machine":"`, `"machine":"two\nlines `), strings.NewReplacer(`"name":"`, `"name":"two\nlines `, `"blocks":`, `"blocks":-`),
	} {
		f.Add([]byte(change.Replace(text)))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		dir := t.TempDir()
		for name, content := range files {
			if name == journalFile {
				content = nil
				for value := range bytes.Lines(text) {
					line, err := outdir.JournalLine(value)
					if err != nil { // no JSON
						line = value
					}
					content = append(content, line...)
				}
			}
			fixture.Check(t, os.WriteFile(filepath.Join(dir, name), content, 0o666))
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
