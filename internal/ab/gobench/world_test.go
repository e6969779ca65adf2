package gobench

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/ab"
)

// A revision of the user's module names the library at the version that it requires.
func TestLibraryOfARevision(t *testing.T) {
	const ark = "github.com/mlange-42/ark"
	requires := func(rest string) map[string]string {
		return map[string]string{"go.mod": "module game\n\ngo 1.24\n\n" + rest}
	}
	dir := newModule(t, requires("require "+ark+" v0.8.0\n"), requires("require "+ark+" v0.8.0\n\nreplace "+ark+" => ./ark\n"), map[string]string{"go.mod": "module " + ark + "\n"})
	for _, test := range []struct{ side, version, folder, label, wrong string }{
		{side: "ark@main~2", version: "v0.8.0", label: ark + " v0.8.0 of main~2"},
		{side: "ark@main~1", version: "v0.8.0", folder: "sub/mod/ark"},
		{side: "ark@.", folder: "sub/mod", label: ark + " of working tree"},
		{side: "ark@v0.7.1", version: "v0.7.1", label: ark + " v0.7.1"},
		{side: "ark@main~3", wrong: "does not require " + ark},
		{side: "donburi@main", wrong: "does not require"},
		{side: "ark@none", wrong: "is no revision"},
	} {
		p, err := newPair()
		if err != nil {
			t.Fatal(err)
		}
		w := World{programPair: programPair{pair: p}}
		defer w.Close()
		l, err := w.library(t.Context(), ab.Base, test.side, dir)
		exported, label := w.folder(ab.Base), w.labels[ab.Base]
		switch {
		case test.wrong != "":
			if err == nil || !strings.Contains(err.Error(), test.wrong) {
				t.Errorf("%s: %v", test.side, err)
			}
		case err != nil:
			t.Errorf("%s: %v", test.side, err)
		case test.version != "" && l.Version != test.version, !strings.HasPrefix(label, test.label):
			t.Errorf("%s: %+v, %s", test.side, l, label)
		case test.folder != "" && l.Folder != filepath.Join(exported, test.folder), test.folder == "" && l.Folder != "":
			t.Errorf("%s: folder %s", test.side, l.Folder)
		}
	}
}
