package gobench

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

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
	pattern := "-test.bench=^(" + strings.Join(lists.Map(names, regexp.QuoteMeta), "|") + ")$"
	for _, side := range []ab.Side{ab.Base, ab.Head} {
		paths, b, log := l.dataPaths(side), l.binaries[l.importPath][side], filepath.Join(l.root, "opened")
		w, err := watchFor(paths)
		if err != nil {
			return true, nil
		}
		_, err = l.bench(ctx, b, l.limit(), 0, 1, pattern, "-test.testlogfile="+log)
		if opened := w.end() || logs(log, b.dir, paths); ctx.Err() != nil || opened || err != nil && len(names) > 1 {
			return true, ctx.Err()
		}
	}
	return false, nil
}

// logs reports whether package os logged one of the paths, such as the file whose size it asked
// for. Relative ones begin in the folder.
func logs(file, folder string, paths []string) bool {
	text, err := os.ReadFile(file)
	for line := range strings.Lines(string(text)) {
		verb, path, _ := strings.Cut(strings.TrimSpace(line), " ")
		if verb != "open" && verb != "stat" {
			continue
		}
		if !filepath.IsAbs(path) {
			path = filepath.Join(folder, path)
		}
		if info, err := os.Stat(path); slices.Contains(paths, filepath.Clean(path)) && (verb == "open" || err != nil || !info.IsDir()) {
			return true
		}
	}
	return err != nil
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
