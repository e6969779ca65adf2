package gobench

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/ecsbench/ecsbench/internal/engine"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/perf/proof"
	"github.com/ecsbench/ecsbench/results"
)

// Commit implements [ab.Identified].
func (s *Source) Commit(ctx context.Context) (commit, when string, dirty bool, err error) {
	if s.repo == nil {
		return "", "", false, fmt.Errorf("a built binary has no commit: measure a revision")
	}
	head := s.revisions[ab.Head]
	when, err = s.repo.CommitTime(ctx, head)
	return head.Commit, when, head.Changed > 0, err
}

// Code implements [ab.Identified]. The hash covers the files that a benchmark may
// read too.
func (s *Source) Code(ctx context.Context) map[ab.CaseID]string {
	hashes := map[ab.CaseID]string{}
	data, err := s.data()
	if err != nil || s.built {
		return hashes
	}
	tests, err := s.tests(ctx)
	if err != nil {
		return hashes
	}
	for _, p := range s.packages {
		b, err := s.binary(p, ab.Head)
		if err != nil {
			continue
		}
		names, err := s.matching(ctx, b, 0)
		if err != nil {
			continue
		}
		for _, name := range names {
			c := ab.CaseID{Group: p, Name: strings.TrimPrefix(name, "Benchmark")}
			if hash, err := tests[p].Hash(name); err == nil {
				sum := sha256.Sum256([]byte(hash + data))
				hashes[c] = hex.EncodeToString(sum[:16])
			} else {
				hashes[c] = ""
			}
		}
	}
	return hashes
}

// Alone reports whether a case is sequential on both sides.
func (s *Source) Alone(ctx context.Context, c ab.CaseID) bool {
	for _, setup := range s.setups {
		if _, set := setup.Value("GOMAXPROCS"); set {
			return false
		}
	}
	tests, err := s.tests(ctx)
	return err == nil && tests[c.Group] != nil && tests[c.Group].Alone("Benchmark"+c.Top().Name)
}

// SameCode implements [ab.CodeComparer]. Files that changed are data, too.
func (s *Source) SameCode(ctx context.Context, c ab.CaseID, functions []string) error {
	tests, err := s.tests(ctx)
	switch {
	case err != nil:
		return err
	case tests[c.Group] == nil:
		return errors.New("the programs were not built here")
	}
	if err := tests[c.Group].Executed(functions); err != nil {
		return err
	}
	l := lister{Source: s, importPath: c.Group, limit: engine.LimitEach(ctx, processLimit)}
	if reading, err := l.reading(ctx, []string{"Benchmark" + c.Top().Name}); err != nil || len(reading) > 0 {
		return cmp.Or(err, errors.New("files that the benchmark reads"))
	}
	return nil
}

// tests reads the compiled packages of both sides once, if they can prove anything.
func (s *Source) tests(ctx context.Context) (_ map[string]*proof.Tests, err error) {
	if s.read != nil || s.built || !s.single && s.same {
		return s.read, nil
	}
	both := lists.Filter(s.packages, func(p string) bool {
		return s.binaries[p][ab.Base].ProgramCopy != nil && s.binaries[p][ab.Head].ProgramCopy != nil
	})
	if len(both) == 0 {
		return nil, nil
	}
	base, head := s.goIn(ab.Base, s.module(ab.Base)), s.goIn(ab.Head, s.module(ab.Head))
	if s.varied() { // nothing is proved, but base alone shows which benchmarks are sequential
		head = base
	}
	if s.read, err = proof.Open(ctx, base, head, both, s.replaced); err != nil {
		s.read = map[string]*proof.Tests{} // another attempt would fail too
		return nil, s.shorten(err)
	}
	return s.read, nil
}

// data is a hash of all files of head that a benchmark may read.
func (s *Source) data() (string, error) {
	h := sha256.New()
	root, files := s.folder(ab.Head), []string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			path, err = filepath.Rel(root, path)
			files = append(files, filepath.ToSlash(path))
		}
		return err
	})
	for _, name := range s.dataOf(files) {
		f, failed := os.Open(filepath.Join(root, filepath.FromSlash(name)))
		if failed != nil {
			return "", failed
		}
		fmt.Fprintln(h, name)
		_, failed = io.Copy(h, f)
		err = errors.Join(err, failed, f.Close())
	}
	return hex.EncodeToString(h.Sum(nil)), err
}

// Same reports whether a case is unchanged between the two revisions (package proof). They are
// compiled, but no test binary is linked. It is false if building fails or nothing can be
// proved.
func Same(ctx context.Context, c Config, k ab.CaseID) bool {
	s, err := export(ctx, c)
	if err != nil {
		return false
	}
	defer s.Close()
	if !s.sameData {
		return false
	}
	tests, err := proof.Open(ctx, s.goIn(ab.Base, s.module(ab.Base)), s.goIn(ab.Head, s.module(ab.Head)), []string{k.Group}, nil)
	if err != nil {
		return false
	}
	return tests[k.Group].Difference("Benchmark"+k.Top().Name) == nil
}

// Place implements [ab.Source]: where the function of a benchmark begins in head.
// It is unknown for built binaries and for generated benchmarks.
func (s *Source) Place(c ab.CaseID) (at results.Place) {
	sides, ok := s.binaries[c.Group]
	if s.built || !ok {
		return at
	}
	files, _ := filepath.Glob(filepath.Join(sides[ab.Head].dir, "*_test.go"))
	for _, path := range files {
		text, _ := os.ReadFile(path)
		for _, f := range functionsOf(string(text)) {
			if _, name, _ := strings.Cut(f.name, "."); name == "Benchmark"+c.Top().Name {
				relative, _ := filepath.Rel(s.folder(ab.Head), path)
				return results.Place{File: filepath.ToSlash(relative), Line: f.from}
			}
		}
	}
	return at
}
