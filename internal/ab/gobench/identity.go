package gobench

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/ecsbench/ecsbench/internal/ab/source"
	"github.com/ecsbench/ecsbench/internal/proof"
)

// Commit implements [source.Identified].
func (s *Source) Commit(ctx context.Context) (commit, when string, dirty bool, err error) {
	if s.repo == nil {
		return "", "", false, fmt.Errorf("a built binary has no commit: measure a revision")
	}
	head := s.revisions[source.Head]
	when, err = s.repo.CommitTime(ctx, head)
	return head.Commit, when, head.Changed > 0, err
}

// Code implements [source.Identified]. The hash covers the files that a benchmark may
// read too.
func (s *Source) Code(ctx context.Context) map[source.Case]string {
	hashes := map[source.Case]string{}
	data, err := s.data()
	if err != nil || s.built {
		return hashes
	}
	programs, err := proof.Programs(ctx, s.module(source.Head), s.root, s.packages, s.overlay())
	if err != nil {
		return hashes
	}
	for _, p := range s.packages {
		for _, name := range s.functions(p) {
			if hash, err := programs[p].Hash("Benchmark" + name); err == nil {
				sum := sha256.Sum256([]byte(hash + data))
				hashes[source.Case{Group: p, Name: name}] = hex.EncodeToString(sum[:16])
			}
		}
	}
	return hashes
}

// functions lists the functions of the tests whose benchmarks were found.
func (s *Source) functions(importPath string) (names []string) {
	seen := map[string]bool{}
	for _, c := range s.found {
		name, _, _ := strings.Cut(c.Name, "/")
		if c.Group == importPath && !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	return names
}

// data is a hash of all files of head that a benchmark may read.
func (s *Source) data() (string, error) {
	h := sha256.New()
	root := s.folder(source.Head)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil || !isData(filepath.ToSlash(name)) {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		fmt.Fprintln(h, filepath.ToSlash(name))
		_, err = io.Copy(h, f)
		return err
	})
	return hex.EncodeToString(h.Sum(nil)), err
}
