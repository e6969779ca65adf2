package snapshot

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/sys/child"
)

// Releases makes a Git repository of versions of a module in the folder dir, which must not
// exist. Each version is one commit, with the version as tag and subject, and the time of the
// release. The go command downloads them.
func Releases(ctx context.Context, dir, module string, versions []string) error {
	git := func(when string, args ...string) error {
		env := append(foreign(), "GIT_AUTHOR_NAME=releases", "GIT_AUTHOR_EMAIL=releases@localhost", "GIT_COMMITTER_NAME=releases", "GIT_COMMITTER_EMAIL=releases@localhost",
			"GIT_AUTHOR_DATE="+when, "GIT_COMMITTER_DATE="+when)
		_, err := command(ctx, dir, env, "", args...)
		return err
	}
	if err := errors.Join(os.MkdirAll(dir, 0o777), os.MkdirAll(dir+".go", 0o777)); err != nil {
		return fmt.Errorf("making a repository of releases: %w", err)
	}
	if err := git("", "init", "--quiet", "--template="); err != nil {
		return fmt.Errorf("making a repository of releases: %w", err)
	}
	for _, v := range versions {
		if err := unpack(ctx, dir, module+"@"+v); err != nil {
			return err
		}
		info, err := child.List[release](ctx, child.GoCommand{Dir: dir + ".go", Temporary: dir + ".go"}, "list", "-m", "-json", module+"@"+v)
		if err != nil {
			return fmt.Errorf("asking for the time of %s@%s: %w", module, v, err)
		}
		for _, args := range [][]string{{"add", "--all", "--force"}, {"commit", "--quiet", "--allow-empty", "--message", v}, {"tag", v}} {
			if err := git(info[0].Time, args...); err != nil {
				return fmt.Errorf("recording %s@%s: %w", module, v, err)
			}
		}
	}
	return nil
}

// A release is the go command's description of a version.
type release struct {
	Versions  []string
	Time, Dir string
}

// Versions lists the versions of a module from one to another, in order. It omits pre-releases
// unless they are the first or the last.
func Versions(ctx context.Context, temporary, module, first, last string) (list []string, err error) {
	info, err := child.List[release](ctx, child.GoCommand{Dir: temporary, Temporary: temporary}, "list", "-m", "-versions", "-json", module)
	if err != nil {
		return nil, fmt.Errorf("listing the versions of %s: %w", module, err)
	}
	list = lists.Filter(info[0].Versions, func(v string) bool {
		return semver.Compare(first, v) <= 0 && semver.Compare(v, last) <= 0 && (semver.Prerelease(v) == "" || v == first || v == last)
	})
	if !slices.Contains(list, first) || !slices.Contains(list, last) {
		return nil, fmt.Errorf("%s has no versions from %s to %s: it has %s", module, first, last, strings.Join(info[0].Versions, ", "))
	}
	return list, nil
}

// unpack replaces all files of a folder, except Git's, by those of a version.
func unpack(ctx context.Context, dir, version string) error {
	r, err := child.List[release](ctx, child.GoCommand{Dir: dir + ".go", Temporary: dir + ".go"}, "mod", "download", "-json", version)
	if err != nil {
		return fmt.Errorf("downloading %s: %w", version, err)
	}
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if e.Name() != ".git" && err == nil {
			err = os.RemoveAll(filepath.Join(dir, e.Name()))
		}
	}
	if err == nil {
		err = os.CopyFS(dir, os.DirFS(r[0].Dir))
	}
	// A workspace refers to other modules, which this archive lacks.
	for _, name := range []string{"go.work", "go.work.sum"} {
		if err == nil {
			err = os.RemoveAll(filepath.Join(dir, name))
		}
	}
	if err != nil {
		return fmt.Errorf("unpacking %s: %w", version, err)
	}
	return nil
}
