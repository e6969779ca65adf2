package snapshot

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/ecsbench/ecsbench/internal/sys/outdir"
)

// A scratch is a temporary repository that reads the objects of another one. It has only the
// settings of [settingsOf].
type scratch struct {
	folder   *outdir.Scratch
	origin   origin
	settings []string // options -c
}

// An origin has the paths of a user's repository.
type origin struct {
	dir, index, objects, exclude, attributes string // paths
	format                                   string // of hashes
}

// newScratch makes the scratch repository of an origin.
func newScratch(ctx context.Context, o origin, settings []string) (_ *scratch, err error) {
	s := &scratch{origin: o, settings: settings}
	if s.folder, err = outdir.NewScratch("git"); err != nil {
		return nil, err
	}
	_, err = command(ctx, s.folder.Path, foreign(), "", "init", "--quiet", "--bare", "--template=", "--object-format="+o.format, s.dir())
	for name, text := range map[string]string{"objects/info/alternates": o.objects + "\n", "info/exclude": "", "info/attributes": ""} {
		path := filepath.Join(s.dir(), filepath.FromSlash(name))
		if err == nil {
			err = os.MkdirAll(filepath.Dir(path), 0o777)
		}
		if err == nil {
			err = os.WriteFile(path, []byte(text), 0o666)
		}
	}
	if err == nil {
		err = errors.Join(copyFile(o.exclude, filepath.Join(s.dir(), "info", "exclude")), copyFile(o.attributes, filepath.Join(s.dir(), "info", "attributes")))
	}
	if err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

// harmless are the user's settings on the content of files and on ignored files. All others are
// omitted, so no command in them is executed, such as filters, hooks and fetches.
const harmless = `^core\.(autocrlf|eol|symlinks|filemode|ignorecase|precomposeunicode|protecthfs|protectntfs|checkroundtripencoding|longpaths|excludesfile|attributesfile|trustctime|checkstat|bigfilethreshold)$`

// settingsOf reads the harmless settings of a repository, as options -c.
func settingsOf(ctx context.Context, dir string) (options []string, err error) {
	out, _ := look(ctx, dir, "config", "--null", "--get-regexp", harmless) // an error if there are none
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	for setting := range strings.SplitSeq(out, "\x00") {
		if key, value, ok := strings.Cut(setting, "\n"); ok {
			setting = key + "=" + value
		}
		if setting != "" {
			options = append(options, "-c", setting)
		}
	}
	return append(options, "-c", "gc.auto=0", "-c", "maintenance.auto=false"), nil
}

func (s *scratch) close() error { return s.folder.Remove() }

// dir is the path of the scratch repository.
func (s *scratch) dir() string { return filepath.Join(s.folder.Path, "git") }

// copyIndex starts from the user's index, so that only changed files are read. A split
// index has a part in a file of its own.
func (s *scratch) copyIndex(to string) error {
	entries, err := os.ReadDir(s.origin.dir)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), "sharedindex.") {
			err = errors.Join(err, copyFile(filepath.Join(s.origin.dir, e.Name()), filepath.Join(s.dir(), e.Name())))
		}
	}
	return errors.Join(err, copyFile(s.origin.index, to))
}

// copyFile copies a file, if it exists, with its time: Git reads files that are not older than
// its index even if they seem unchanged.
func copyFile(from, to string) error {
	info, err := os.Stat(from)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var data []byte
	if err == nil {
		data, err = os.ReadFile(from)
	}
	if err == nil {
		err = os.WriteFile(to, data, 0o666)
	}
	if err == nil {
		err = os.Chtimes(to, info.ModTime(), info.ModTime())
	}
	return err
}

// A workplace is the scratch repository with a working tree and an index.
type workplace struct {
	*scratch
	tree, index string
}

// in returns a workplace with a new index.
func (s *scratch) in(tree string) (workplace, error) {
	temporary, err := os.MkdirTemp(s.folder.Path, "index-")
	return workplace{s, tree, filepath.Join(temporary, "index")}, err
}

// run runs Git.
func (w workplace) run(ctx context.Context, input string, args ...string) (string, error) {
	env := append(foreign(), "GIT_DIR="+w.dir(), "GIT_WORK_TREE="+w.tree, "GIT_INDEX_FILE="+w.index)
	return command(ctx, w.tree, env, input, append(append([]string{}, w.settings...), args...)...)
}

// filtered returns the filter of each file in the index that has one, by path.
func (w workplace) filtered(ctx context.Context, files string, cached ...string) (map[string]string, error) {
	out, err := w.run(ctx, files, append(append([]string{"check-attr"}, cached...), "-z", "--stdin", "filter")...)
	if err != nil {
		return nil, err
	}
	filters, facts := map[string]string{}, strings.Split(out, "\x00")
	for ; len(facts) >= 3; facts = facts[3:] { // path, "filter", value
		if value := facts[2]; value != "unspecified" && value != "unset" {
			filters[facts[0]] = value
		}
	}
	return filters, nil
}

// submodule reports whether an entry of an index, as ls-files writes it, links to another
// repository.
func submodule(entry string) (path string, ok bool) {
	facts, path, _ := strings.Cut(entry, "\t")
	return path, strings.HasPrefix(facts, "160000 ")
}
