package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// made checks what becomes of any input: an error of one line, or a file of lines. The test of the
// module interop reads such files.
func made(t *testing.T, s *sketch, err error) {
	t.Helper()
	if err == nil {
		s.text(t)
		return
	}
	if strings.ContainsAny(strings.TrimSpace(err.Error()), "\n\r") {
		t.Errorf("an error of several lines: %q", err)
	}
}

func FuzzFit(f *testing.F) {
	const start = `{"frame":0,"components":{"A":{"bytes":8},"B":{"bytes":16,"pointers":true}},"spawn":{"A":10,"A+B":5},"attach":3}` + "\n"
	for _, text := range []string{
		start + `{"frame":1,"spawn":{"A":3},"destroy":{"A":{"count":2,"age":1.5}},"add":{"B":4},"remove":{"B":4},"set":{"A":1},"lookup":{"A":9},"stale":{"A":1},"systems":{"move":{"read":["A"],"write":["B"],"runs":1,"entities":15,"took":900,"handles":2}},"attach":1,"detach":1}` + "\n",
		start + `{"frame":1,"destroy":{"A":null}}` + "\n",
		start + `{"frame":1,"systems":{"x":null}}` + "\n",
		start + `{"frame":1,"components":{"A":null},"spawn":null}` + "\n",
		start + `{"frame":1,"spawn":{"":1,"+":2,"A++B":3}}` + "\n" + `{"frame":2,"spa`,
		start + `{"frame":1,"destroy":{"C":{"count":-9223372036854775808,"age":1e308}}}` + "\n",
		start + `{"frame":1,"systems":{"x":{"runs":-1,"took":-5,"entities":9223372036854775807}}}` + "\n",
		"null\nnull\n", "", "{}\n{}\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := fit("made", text)
		made(t, s, err)
	})
}

func FuzzFromArk(f *testing.F) {
	text, err := os.ReadFile(filepath.Join("testdata", "ark.json"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(`{"ComponentTypeNames":["A","A"],"Archetypes":[{"ComponentTypeNames":["A"],"Size":1,"NumRelations":-5,"MemoryPerEntity":9}]}`))
	f.Add([]byte(`{"ComponentTypeNames":["", "\u0000", "a.b"],"Archetypes":[null,{"ComponentTypeNames":[""],"Size":10000000,"MemoryPerEntity":1}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := fromArk("made", text)
		made(t, s, err)
	})
}

// The line of a value that package recorder does not write is named.
func TestFitRejectsNulls(t *testing.T) {
	const start = `{"frame":0,"spawn":{"A":10}}` + "\n"
	for text, want := range map[string]string{
		`{"frame":1,"destroy":{"A":null}}`:                     `line 2 is no frame of a recording: destroy of "A" is null`,
		`{"frame":1,"systems":{"x":null}}`:                     `line 2 is no frame of a recording: system "x" is null`,
		`{"frame":1,"spawn":{"A":-1}}`:                         `spawn of "A" is -1`,
		`{"frame":1,"destroy":{"A":{"count":1,"age":-2}}}`:     `the age -2`,
		`{"frame":1,"systems":{"x":{"runs":1,"took":-1}}}`:     `took -1 ns`,
		`{"frame":1,"lookup":{"A":9000000000000000000}}`:       `lookup of "A" is 9000000000000000000`,
		`{"frame":1,"systems":{"x":{"runs":1,"entities":-1}}}`: `entities of system "x" is -1`,
	} {
		if _, err := fit("made", []byte(start+text+"\n")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
