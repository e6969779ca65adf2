package measure

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/results"
)

// A Merged is a set of shards of one run.
type Merged struct {
	parts []*shardPart // by shard and machine

	Shards, Of     int // shards present, shards expected
	Cases, Samples int
	Machines       []string
	Problems       []string // missing, unfinished and failed shards, a line for each
}

// MergeShards reads the shards in files; a folder stands for its *.txt files. The error
// names the files that do not belong together.
func MergeShards(paths []string) (*Merged, error) {
	m := &Merged{}
	paths, err := inFolders(paths)
	if err != nil {
		return nil, err
	}
	var parts []*shardPart
	for _, path := range paths {
		found, err := partsOf(path)
		if err != nil {
			return nil, err
		}
		for _, p := range found {
			if !p.begun() {
				m.Problems = append(m.Problems, fmt.Sprintf("%v is empty: the run was killed at its start; measure that shard again", p))
				continue
			}
			parts = append(parts, p)
		}
	}
	if len(parts) == 0 {
		return nil, errors.New(m.Problems[0])
	}
	slices.SortStableFunc(parts, inOrder)
	if err := alike(parts); err != nil {
		return nil, err
	}
	if parts, err = latest(parts); err != nil {
		return nil, err
	}
	if err = disjoint(parts); err != nil {
		return nil, err
	}
	m.parts = parts
	m.summarise()
	return m, nil
}

func inFolders(paths []string) (files []string, err error) {
	for _, path := range paths {
		if info, err := os.Stat(path); err != nil || !info.IsDir() {
			files = append(files, path) // errors are reported when the file is opened
			continue
		}
		entries, err := os.ReadDir(path)
		if err != nil {
			return nil, fmt.Errorf("merge: %w", err)
		}
		before := len(files)
		for _, e := range entries {
			if name := e.Name(); filepath.Ext(name) == ".txt" && name[0] != '.' && e.Type().IsRegular() {
				files = append(files, filepath.Join(path, name))
			}
		}
		if len(files) == before {
			return nil, &results.InputError{File: path, What: "the folder has no *.txt files", Remedy: "name one with files of `ecsbench run --shard`"}
		}
	}
	return files, nil
}

// inOrder is the order of parts in a merged file.
func inOrder(a, b *shardPart) int {
	m, n := a.machine(), b.machine()
	return cmp.Or(
		a.Header.Shard.Index-b.Header.Shard.Index,
		strings.Compare(m.os, n.os), strings.Compare(m.arch, n.arch), strings.Compare(m.cpu, n.cpu), m.procs-n.procs,
		cmp.Compare(len(b.text), len(a.text)), // the longest first
	)
}

// latest drops earlier states of another part, and rejects two different runs of one
// shard.
func latest(parts []*shardPart) ([]*shardPart, error) {
	var kept []*shardPart
	for _, p := range parts {
		if len(kept) > 0 {
			longest := kept[len(kept)-1]
			if longest.Header.Shard.Index == p.Header.Shard.Index && longest.machine() == p.machine() {
				if !bytes.HasPrefix(longest.text, p.text) {
					return nil, fmt.Errorf("merge: %v and %v are different runs of shard %d/%d on the same kind of machine (%v): name one of them",
						longest, p, p.Header.Shard.Index, p.Header.Shard.Count, p.machine())
				}
				continue
			}
		}
		kept = append(kept, p)
	}
	return kept, nil
}

// disjoint rejects shards that contain the same case.
func disjoint(parts []*shardPart) error {
	identity := results.IdentityOf(nil, lists.Map(parts, func(p *shardPart) []*results.Case { return p.Cases })...).ByMachine(false)
	for i, p := range parts {
		p.identify(identity)
		for _, other := range parts[:i] {
			if name := p.common(other); name != "" && other.machine() == p.machine() {
				return fmt.Errorf("merge: %v and %v overlap: %s is in both: one of them was edited; measure that shard again", other, p, name)
			}
		}
	}
	return nil
}

func (m *Merged) summarise() {
	byIndex, times := make(map[int][]*shardPart), 0
	for _, p := range m.parts {
		index := p.Header.Shard.Index
		byIndex[index] = append(byIndex[index], p)
		times = max(times, len(byIndex[index]))
		m.Of = p.Header.Shard.Count
		m.Cases += p.count()
		m.Samples += len(p.Lines)
		m.Machines = lists.Add(m.Machines, p.machine().String())
	}
	m.Shards = len(byIndex)
	for index := 1; index <= m.Of; index++ {
		there := byIndex[index]
		switch {
		case len(there) == 0:
			m.problem(index, "is missing")
		case len(there) < times:
			m.problem(index, fmt.Sprintf("is present from %d of %d machines: only %v", len(there), times, there[0].machine()))
		}
		for _, p := range there {
			if what := p.problem(); what != "" {
				m.problem(index, what)
			}
		}
	}
}

func (m *Merged) problem(index int, what string) {
	m.Problems = append(m.Problems, fmt.Sprintf("shard %d/%d %s", index, m.Of, what))
}

// problem describes the defect of a shard; "" for none.
func (p *shardPart) problem() string {
	missing := p.Header.Shard.Cases - p.count()
	switch {
	case len(p.Damaged) > 0:
		return fmt.Sprintf("is damaged: %v", p.Damaged[0])
	case p.Unfinished || missing > 0:
		return fmt.Sprintf("is not finished (%d of %d cases): continue it with: %s", p.count(), p.Header.Shard.Cases, display.Shell("ecsbench", "run", "--resume", p.path))
	case missing < 0:
		return fmt.Sprintf("is damaged: %v has %d cases and should have %d", p, p.count(), p.Header.Shard.Cases)
	case len(p.failures) > 0:
		return fmt.Sprintf("has cases that failed (%d), the first: %s: %s", len(p.failures), p.failures[0].Case, p.failures[0].Reason)
	}
	return ""
}

// Write writes the merged file.
func (m *Merged) Write(w io.Writer) error {
	for _, p := range m.parts {
		if _, err := w.Write(p.text); err != nil {
			return fmt.Errorf("merge: %w", err)
		}
	}
	return nil
}

// alike rejects parts of different runs. The error names two files.
func alike(parts []*shardPart) error {
	for _, p := range parts[1:] {
		for _, e := range p.Environments {
			if what := differs(parts[0], p, e); what != "" {
				return fmt.Errorf("merge: %v and %v are of different runs: %s: name only files of one run", parts[0], p, what)
			}
		}
	}
	return nil
}

// differs describes a difference that prevents a merge, or returns "".
func differs(a, b *shardPart, env results.Environment) string {
	was := a.Environments[0]
	for _, c := range []struct{ what, was, is string }{
		{"seed", a.seed(), b.seed()},
		{"plan", a.Header.Identity, b.Header.Identity},
		{"version", was.Version, env.Version},
		{"commit", was.Revision(), env.Revision()},
		{"Go version", was.GoVersion, env.GoVersion},
		{"libraries", fmt.Sprint(was.Modules), fmt.Sprint(env.Modules)},
		{"number of shards", fmt.Sprint(a.Header.Shard.Count), fmt.Sprint(b.Header.Shard.Count)},
	} {
		if c.was != c.is {
			return fmt.Sprintf("%s %s and %s", c.what, cmp.Or(c.was, "unknown"), cmp.Or(c.is, "unknown"))
		}
	}
	if other := was.OtherSetting(env); other != "" {
		return other
	}
	if was.OS == env.OS && was.Arch == env.Arch && (was.Binary != env.Binary || was.GOAMD64 != env.GOAMD64) {
		return fmt.Sprintf("the program was built as %s and %s", was.Binary, env.Binary)
	}
	return ""
}
