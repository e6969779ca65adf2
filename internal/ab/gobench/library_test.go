package gobench

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"

	"github.com/ecsbench/ecsbench/internal/child"
)

func TestParseLibrary(t *testing.T) {
	folder := t.TempDir()
	moduleFile(t, folder, "module github.com/kamstrup/intmap\n")
	other := t.TempDir()
	moduleFile(t, other, "module example.com/other\n")
	for _, test := range []struct{ side, want, err string }{
		{side: "hashmap@v0.5.0", want: "github.com/kamstrup/intmap@v0.5.0"},
		{side: "hashmap=" + folder, want: "github.com/kamstrup/intmap in " + folder},
		{side: "hashmap=" + other, err: "is the module example.com/other, but hashmap comes from github.com/kamstrup/intmap"},
		{side: "hashmap=" + filepath.Join(other, "none"), err: "must be a folder with the module"},
		{side: "hashmap@v1", err: "written in full"},
		{side: "hashmap@v2.0.0", err: "v2"},
		{side: "dense@v1.0.0", err: "comes from no module"},
		{side: "ark@v0.8.3", err: "go run -C libraries . ab"},
		{side: "main"}, {side: "."}, {side: "HEAD~1"}, {side: "main@{1}"}, {side: "v1.2.3"}, {side: "feature@v"},
	} {
		l, err := ParseLibraryVersion(test.side)
		switch {
		case test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)):
			t.Errorf("%s: got error %v, want %q in it", test.side, err, test.err)
		case test.err == "" && err != nil:
			t.Errorf("%s: %v", test.side, err)
		case test.err != "":
		case test.want == "" && l != nil:
			t.Errorf("%s was taken for a library", test.side)
		case test.want != "" && (l == nil || l.String() != test.want):
			t.Errorf("%s is %v, want %s", test.side, l, test.want)
		}
	}
}

func TestSidesAreOfOneLibrary(t *testing.T) {
	for _, test := range []struct{ base, head, want string }{
		{"hashmap@v0.5.0", "hashmap@v0.5.1", ""},
		{"main", ".", ""},
		{"hashmap@v0.5.0", "main", "main is not"},
		{"main", "hashmap@v0.5.0", "main is not"},
		{"hashmap@v0.5.0", "treemap@v1.8.0", "run --impl hashmap,treemap"},
	} {
		_, err := librariesOf(test.base, test.head)
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s and %s: got %v, want %q", test.base, test.head, err, test.want)
		}
	}
}

// TestRequireReplacesTheVersion: what else the sources require stays.
func TestRequireReplacesTheVersion(t *testing.T) {
	folder, temporary, local := t.TempDir(), t.TempDir(), t.TempDir()
	moduleFile(t, local, "module github.com/kamstrup/intmap\n")
	moduleFile(t, folder, "module example.com/m\n\nrequire (\n\tgithub.com/kamstrup/intmap v0.5.2\n\texample.com/x v1.0.0\n)\n\nreplace example.com/x => ../x\n")
	for side, want := range map[string]string{"hashmap@v0.5.0": "github.com/kamstrup/intmap v0.5.0", "hashmap=" + local: local} {
		l, err := ParseLibraryVersion(side)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(temporary, "go.mod")
		if err := l.require(t.Context(), child.GoCommand{Dir: folder, Temporary: temporary}, file); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := modfile.Parse(file, text, nil); err != nil {
			t.Error(err)
		}
		for _, line := range []string{"example.com/x => ../x", "=> " + want} {
			if !strings.Contains(string(text), line) {
				t.Errorf("%s: want %q in\n%s", side, line, text)
			}
		}
	}
}

func moduleFile(t *testing.T, folder, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(folder, "go.mod"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
