package outdir

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A list maps paths to SHA-256 sums. A file has several while an output replaces an
// earlier one.
type list map[string][]string

var errNoList = errors.New("not a list of files")

func (l list) paths() []string { return slices.Sorted(maps.Keys(l)) }

// Escapes of a line with a leading backslash, as in sha256sum.
var (
	escape   = strings.NewReplacer(`\`, `\\`, "\n", `\n`, "\r", `\r`)
	unescape = strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\r`, "\r")
)

// String formats a list like sha256sum.
func (l list) String() string {
	var b strings.Builder
	for _, path := range l.paths() {
		for _, sum := range l[path] {
			line := sum + "  " + filepath.ToSlash(path)
			if escaped := escape.Replace(line); escaped != line {
				line = `\` + escaped
			}
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}

// readList reads a stored list. It rejects paths outside the folder.
func readList(path string) (list, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errNoList
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	l := list{}
	for line := range strings.Lines(string(text)) {
		line, escaped := strings.CutPrefix(strings.TrimSuffix(line, "\n"), `\`)
		sum, name, ok := strings.Cut(line, "  ")
		if escaped {
			name = unescape.Replace(name)
		}
		name = filepath.FromSlash(name)
		if !ok || len(sum) != hex.EncodedLen(sha256.Size) || !filepath.IsLocal(name) || name != filepath.Clean(name) {
			return nil, errNoList
		}
		l[name] = append(l[name], sum)
	}
	return l, nil
}

// listOf lists the files of a folder.
func listOf(dir string) (list, error) {
	l := list{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		sum, err := digest(path)
		if err != nil {
			return err
		}
		path, err = filepath.Rel(dir, path)
		l[path] = []string{sum}
		return err
	})
	return l, err
}

// match reports whether a file within dir has a listed content.
func (l list) match(dir, path string) bool {
	if l[path] == nil {
		return false
	}
	path, sums := filepath.Join(dir, path), l[path]
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	sum, err := digest(path)
	return err == nil && slices.Contains(sums, sum)
}

// digest returns the SHA-256 sum of a file, in hexadecimal.
func digest(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
