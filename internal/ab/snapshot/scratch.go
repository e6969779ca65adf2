package snapshot

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/ecsbench/ecsbench/internal/outdir"
)

// A scratch is a repository among the temporary files that reads another one's
// objects, and has none of its settings but those of [lookOf].
type scratch struct {
	folder   *outdir.Scratch
	root     string
	origin   origin
	settings []string // options -c
}

// An origin is what a user's repository has, and where.
type origin struct {
	dir, index, objects, exclude, attributes string // paths
	format                                   string // of hashes
}

// questions are those that an origin answers.
func (o *origin) questions() []question {
	path := func(answer *string, name string) question { return question{answer, []string{"--git-path", name}} }
	return []question{
		{&o.dir, []string{"--absolute-git-dir"}},
		path(&o.index, "index"),
		path(&o.objects, "objects"),
		path(&o.exclude, "info/exclude"),
		path(&o.attributes, "info/attributes"),
		{&o.format, []string{"--show-object-format"}},
	}
}

// newScratch makes the scratch repository of an origin.
func newScratch(o origin, settings []string) (_ *scratch, err error) {
	s := &scratch{origin: o, settings: settings}
	if s.folder, err = outdir.NewScratch("git"); err != nil {
		return nil, err
	}
	s.root = s.folder.Path
	defer func() {
		if err != nil {
			s.close()
		}
	}()
	if err := s.create(); err != nil {
		return nil, err
	}
	for name, file := range map[string]string{"exclude": s.origin.exclude, "attributes": s.origin.attributes} {
		if err := copyAsIs(file, filepath.Join(s.dir(), "info", name)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
	}
	return s, nil
}

// harmless are the settings of the user that decide what files look like, and which are
// ignored. All others are left out: no command that they name can be executed, such as
// filters, hooks, and what fetches.
const harmless = `^core\.(autocrlf|eol|symlinks|filemode|ignorecase|precomposeunicode|protecthfs|protectntfs|checkroundtripencoding|longpaths|excludesfile|attributesfile|trustctime|checkstat|bigfilethreshold)$`

// settingsOf reads the harmless settings of a repository, as options -c.
func settingsOf(ctx context.Context, dir string) (options []string, err error) {
	out, _ := look(ctx, dir, "config", "--null", "--get-regexp", harmless) // fails where there are none
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

// create writes what Git takes for a repository. To have `git init` do it would cost
// more than an export: it rewrites its settings again and again, and tries out what
// the file system can do, which the user's settings say already.
func (s *scratch) create() error {
	for _, folder := range []string{"objects", "refs"} {
		if err := os.MkdirAll(filepath.Join(s.dir(), folder), 0o777); err != nil {
			return err
		}
	}
	config := "[core]\nrepositoryformatversion = 0\nbare = true\n"
	if s.origin.format != "sha1" { // as everybody understands it
		config = "[core]\nrepositoryformatversion = 1\nbare = true\n[extensions]\nobjectFormat = " + s.origin.format + "\n"
	}
	if err := os.WriteFile(filepath.Join(s.dir(), "config"), []byte(config), 0o666); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(s.dir(), "HEAD"), []byte("ref: refs/heads/none\n"), 0o666)
}

func (s *scratch) close() error { return s.folder.Remove() }

// dir is the scratch repository.
func (s *scratch) dir() string { return filepath.Join(s.root, "git") }

// copyIndex starts from the user's index, so that only changed files are read.
// The copy keeps the time of the original: Git looks into files that are not
// older than its index even where they seem unchanged.
func (s *scratch) copyIndex(to string) error {
	info, err := os.Stat(s.origin.index)
	if errors.Is(err, os.ErrNotExist) {
		return nil // nothing staged or committed yet
	}
	if err != nil {
		return err
	}
	data, err := os.ReadFile(s.origin.index)
	if err == nil {
		err = s.copyShared(data)
	}
	if err == nil {
		err = os.WriteFile(to, data, 0o600)
	}
	if err == nil {
		err = os.Chtimes(to, info.ModTime(), info.ModTime())
	}
	return err
}

// copyShared copies the shared part of a split index: the one whose hash stands
// in the index.
func (s *scratch) copyShared(index []byte) error {
	const prefix = "sharedindex."
	entries, err := os.ReadDir(s.origin.dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		hash, err := hex.DecodeString(strings.TrimPrefix(e.Name(), prefix))
		if !strings.HasPrefix(e.Name(), prefix) || err != nil || !bytes.Contains(index, hash) {
			continue
		}
		if err := copyAsIs(filepath.Join(s.origin.dir, e.Name()), filepath.Join(s.dir(), e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// A workplace is the scratch repository with a working tree and an index.
type workplace struct {
	*scratch
	tree, index string
}

func (s *scratch) in(tree, index string) workplace {
	return workplace{s, tree, index}
}

// run runs Git with the objects of the user's repository at hand.
func (w workplace) run(ctx context.Context, input string, args ...string) (string, error) {
	return w.git(ctx, input, []string{"GIT_ALTERNATE_OBJECT_DIRECTORIES=" + w.alternates()}, args)
}

// alone runs Git without any objects but those in the scratch repository: what
// it writes it does not find elsewhere, and touches no file there to keep it.
func (w workplace) alone(ctx context.Context, args ...string) (string, error) {
	return w.git(ctx, "", nil, args)
}

func (w workplace) git(ctx context.Context, input string, env, args []string) (string, error) {
	env = append(append(foreign(), "GIT_DIR="+w.dir(), "GIT_WORK_TREE="+w.tree, "GIT_INDEX_FILE="+w.index), env...)
	return command(ctx, w.tree, env, input, append(append([]string{}, w.settings...), args...)...)
}

// alternates lists the user's objects, and those that a hook of theirs is given.
func (w workplace) alternates() string {
	path, sep := w.origin.objects, string(os.PathListSeparator)
	if strings.Contains(path, sep) || strings.HasPrefix(path, `"`) {
		path = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(path) + `"`
	}
	if more := os.Getenv("GIT_ALTERNATE_OBJECT_DIRECTORIES"); more != "" {
		path += sep + more
	}
	return path
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

// submodule reports whether an entry of an index, as ls-files writes it, is a link to
// another repository, and from where.
func submodule(entry string) (path string, ok bool) {
	facts, path, _ := strings.Cut(entry, "\t")
	return path, strings.HasPrefix(facts, "160000 ")
}
