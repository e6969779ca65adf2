package gobench

import (
	"context"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
)

// reading returns those of the benchmarks of a package that read changed files. Each runs once on
// both sides, at first all in one process. Any open of a changed file counts, also by its
// initialisation or a process that it starts, any question for its size, and any listing of a folder in which a file is new
// or gone. If opening cannot be noticed, all benchmarks are returned.
func (l *lister) reading(ctx context.Context, names []string) ([]string, error) {
	if len(l.watched()) == 0 || len(names) == 0 {
		return nil, nil
	}
	if reads, err := l.readsAny(ctx, names...); err != nil || !reads {
		return nil, err
	}
	var list []string
	for _, name := range names {
		reads, err := l.readsAny(ctx, name)
		if err != nil {
			return nil, err
		}
		if reads {
			list = append(list, name)
		}
	}
	return list, nil
}

// readsAny reports whether a process of these benchmarks reads changed files on one of the sides.
func (l *lister) readsAny(ctx context.Context, names ...string) (bool, error) {
	pattern := "^(" + strings.Join(lists.Map(names, regexp.QuoteMeta), "|") + ")$"
	for _, side := range []ab.Side{ab.Base, ab.Head} {
		paths, b := l.dataPaths(side), l.binaries[l.importPath][side]
		w, err := watchFor(paths)
		if err != nil {
			return true, nil
		}
		_, log, err := l.benchLogged(ctx, b, l.limit(), pattern)
		if opened := w.end() || log == nil || logs(log, b.dir, paths); ctx.Err() != nil || opened || err != nil && len(names) > 1 {
			return true, ctx.Err()
		}
	}
	return false, nil
}

// benchLogged runs benchmarks once. It also returns what package os logged of files, nil if the process
// ended before it began a log.
func (l *lister) benchLogged(ctx context.Context, b binary, limit time.Duration, pattern string) (out, log []byte, err error) {
	file := filepath.Join(l.root, "opened")
	os.Remove(file)
	out, err = l.bench(ctx, b, limit, 0, 1, "-test.bench="+pattern, "-test.testlogfile="+file)
	log, _ = os.ReadFile(file)
	return out, log, err
}

// logs reports whether a log has one of the paths, such as the file whose size was asked for. Relative
// ones begin in the folder.
func logs(log []byte, folder string, paths []string) bool {
	for verb, path := range logged(log, folder) {
		if info, err := os.Stat(path); slices.Contains(paths, path) && (verb == "open" || err != nil || !info.IsDir()) {
			return true
		}
	}
	return false
}

// logged yields the entries of a log: "open" or "stat" and the path. Relative ones begin in the folder.
func logged(log []byte, folder string) iter.Seq2[string, string] {
	return func(yield func(verb, path string) bool) {
		for line := range strings.Lines(string(log)) {
			verb, path, _ := strings.Cut(strings.TrimSpace(line), " ")
			if (verb == "open" || verb == "stat") && !yield(verb, absolute(path, folder)) {
				return
			}
		}
	}
}

func absolute(path, folder string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(folder, path)
}

// missing matches the message of package os about a path that is not there.
var missing = display.Pattern(`(?:open|stat|lstat) (\S.*?): (?:no such file or directory|The system cannot find the (?:file|path) specified)`)

// unversioned lists the files that a failed benchmark did not find, that are in the working tree, and
// that Git ignores. A process that panics or exits leaves no log, but often a message.
func (l *lister) unversioned(ctx context.Context, side ab.Side, reason string, log []byte) []string {
	b := l.binaries[l.importPath][side]
	if l.built || b.ProgramCopy == nil {
		return nil
	}
	var wanted, there []string
	for _, path := range logged(log, b.dir) {
		wanted = lists.Add(wanted, path)
	}
	for _, m := range missing().FindAllStringSubmatch(reason, -1) {
		wanted = lists.Add(wanted, absolute(m[1], b.dir))
	}
	for _, path := range wanted {
		name, err := filepath.Rel(l.folder(side), path)
		if err != nil || !filepath.IsLocal(name) {
			continue
		}
		here := filepath.Join(l.repo.Top, name)
		_, inRevision := os.Lstat(path)
		if _, err := os.Lstat(here); err == nil && inRevision != nil {
			there = append(there, here)
		}
	}
	ignored, err := l.repo.Ignored(ctx, there)
	if err != nil {
		return nil
	}
	return ignored
}

// watched are the changed files that can change a benchmark that opens them: all, or if these are too
// many to watch, those that a benchmark may read.
func (s *Source) watched() []string {
	if len(s.different) <= mostWatched/4 { // each may need the folders that contain it, too
		return s.different
	}
	return s.changedData
}

// dataPaths lists the changed files on a side, and the folders that list different names than on
// the other side.
func (s *Source) dataPaths(side ab.Side) (paths []string) {
	there := func(side ab.Side, name string) bool {
		_, err := os.Lstat(filepath.Join(s.folder(side), name))
		return err == nil
	}
	for _, name := range s.watched() {
		name = filepath.FromSlash(name)
		paths = lists.Add(paths, filepath.Join(s.folder(side), name))
		for name != "." && there(ab.Base, name) != there(ab.Head, name) {
			name = filepath.Dir(name)
			paths = lists.Add(paths, filepath.Join(s.folder(side), name))
		}
	}
	return paths
}
