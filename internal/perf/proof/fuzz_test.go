package proof

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// FuzzObject reads any file as the archive of a package, and visits what it refers to: the result
// is a difference or an error of one line.
func FuzzObject(f *testing.F) {
	if testing.CoverMode() != "" {
		f.Skip("archives have other symbols")
	}
	out, err := exec.Command("go", "list", "-export", "-f", "{{.Root}}\n{{.Export}}", "errors").Output()
	if err != nil {
		f.Fatal("asking the go command for an archive: ", err)
	}
	goroot, export, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	text, err := os.ReadFile(export)
	if err != nil {
		f.Fatal(err)
	}
	common := newNames()
	t, err := readToolchain(goroot, &common)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add(text[:len(text)/2])
	const entry = "%-16s%-12d%-6d%-6d%-8o%-10d`\n"
	f.Add([]byte("!<arch>\n" + fmt.Sprintf(entry, "_go_.o", 0, 0, 0, 0o644, -70)))
	f.Add([]byte("!<arch>\n" + fmt.Sprintf(entry, "_go_.o", 0, 0, 0, 0o644, 1<<40)))
	// Tables that begin far behind the end of the file, or before the one before them.
	at := bytes.Index(text, []byte(knownMagic)) + len(knownMagic) + 8 + 4
	for _, block := range []int{2, 3, 6, 9, 12} {
		for _, offset := range []uint32{0, 1 << 31, 0xffff_fff0} {
			changed := slices.Clone(text)
			little.PutUint32(changed[at+4*block:], offset)
			f.Add(changed)
		}
	}
	dir := f.TempDir()
	f.Fuzz(func(test *testing.T, text []byte) {
		file := filepath.Join(dir, "archive")
		if err := os.WriteFile(file, text, 0o666); err != nil {
			test.Fatal(err)
		}
		l := &library{archives: map[string]*archive{}, names: names{maps.Clone(common.numbers), slices.Clone(common.list)}}
		if err := visitAll(t, l, file); err != nil && strings.Contains(err.Error(), "\n") {
			test.Errorf("an error of several lines: %q", err)
		}
	})
}

func visitAll(t *toolchain, l *library, file string) error {
	a, err := l.readArchive(t, mainPath, file)
	if err != nil {
		return err
	}
	p, err := link(t, l, map[string]*archive{mainPath: a}, mainPath, map[string]bool{})
	if err != nil {
		return err
	}
	for _, o := range a.objects {
		for i := range o.defined() {
			if _, err := p.sum(symbol{o, i}); err != nil {
				return err
			}
		}
	}
	if _, err := p.alone("BenchmarkX"); err != nil {
		return err
	}
	w, err := newWalk(p, p)
	if err != nil {
		return err
	}
	_, err = w.reach("BenchmarkX")
	return err
}
