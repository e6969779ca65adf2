package snapshot

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// A scratch is a repository among the temporary files that reads another one's
// objects. What its commands write, and what filters write that ask where the
// repository is, goes here.
type scratch struct {
	root     string
	origin   origin
	settings []string // -c options
}

// An origin is what a user's repository has, and where.
type origin struct {
	dir, index, objects, config, worktreeConfig, exclude, attributes string // paths
	format                                                           string // of hashes
}

// questions are those that an origin answers.
func (o *origin) questions() []question {
	path := func(answer *string, name string) question { return question{answer, []string{"--git-path", name}} }
	return []question{
		{&o.dir, []string{"--absolute-git-dir"}},
		path(&o.index, "index"),
		path(&o.objects, "objects"),
		path(&o.config, "config"),
		path(&o.worktreeConfig, "config.worktree"),
		path(&o.exclude, "info/exclude"),
		path(&o.attributes, "info/attributes"),
		{&o.format, []string{"--show-object-format"}},
	}
}

// newScratch makes the scratch repository of an origin.
func newScratch(o origin) (_ *scratch, err error) {
	s := &scratch{origin: o}
	if s.root, err = os.MkdirTemp("", "ecsbench-git-"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			s.close()
		}
	}()
	if err := s.create(); err != nil {
		return nil, err
	}
	if err := copyAsIs(s.origin.exclude, filepath.Join(s.dir(), "info", "exclude")); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	if err := s.attributes(""); err != nil {
		return nil, err
	}
	for _, file := range []string{s.origin.config, s.origin.worktreeConfig} {
		if _, err := os.Stat(file); err == nil {
			s.settings = append(s.settings, "-c", "include.path="+file)
		}
	}
	// After the user's, since the last one holds.
	for _, set := range []string{
		"core.hooksPath=" + filepath.Join(s.dir(), "hooks"),
		"lfs.storage=" + filepath.Join(s.dir(), "lfs"),
		"core.fsmonitor=false", "core.untrackedCache=false", "core.splitIndex=false",
		"core.sparseCheckout=false", "index.sparse=false", "submodule.recurse=false",
		"gc.auto=0", "maintenance.auto=false",
	} {
		s.settings = append(s.settings, "-c", set)
	}
	return s, nil
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

func (s *scratch) close() error { return os.RemoveAll(s.root) }

// dir is the scratch repository.
func (s *scratch) dir() string { return filepath.Join(s.root, "git") }

// attributes sets what holds in spite of all files .gitattributes: the user's
// settings for this clone, and more.
func (s *scratch) attributes(more string) error {
	text, err := os.ReadFile(s.origin.attributes)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	path := filepath.Join(s.dir(), "info", "attributes")
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return os.WriteFile(path, append(text, "\n"+more...), 0o600)
}

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

// submodules lists the links to other repositories that are in the index.
func (w workplace) submodules(ctx context.Context) (paths []string, err error) {
	out, err := w.run(ctx, "", "ls-files", "-z", "--stage")
	if err != nil {
		return nil, err
	}
	for entry := range strings.SplitSeq(out, "\x00") {
		if path, ok := submodule(entry); ok {
			paths = append(paths, path)
		}
	}
	return paths, nil
}

// submodule tells whether an entry of an index, as ls-files writes it, is a link to
// another repository, and from where.
func submodule(entry string) (path string, ok bool) {
	facts, path, _ := strings.Cut(entry, "\t")
	return path, strings.HasPrefix(facts, "160000 ")
}
