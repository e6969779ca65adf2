package gobench

import (
	"bytes"
	"context"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"

	"github.com/ecsbench/ecsbench/internal/perf/ab"
)

// A CopySet holds all programs of an experiment.
//
// The kernel keeps a program in memory from its first start on, so all processes of one file
// share the physical pages of its code. The place of these pages determines how they share the
// caches and the TLB. Two copies of one binary differed by 10% as long as they existed. A copy
// is one sample of placement, so a round needs a new one.
type CopySet struct {
	root       string
	files      []*ProgramCopy
	generation int
}

// A ProgramCopy is one program.
type ProgramCopy struct {
	Path  string // changes with every Refresh; that of a control is "" before the first one
	Whole string // of base and head: the original program, with its line table
	Code  []byte // of the copies
	side  ab.Side
	name  string
	sum   [sha256.Size]byte // of the original code, of base and head
	size  int               // of it, in bytes
}

// judged reports whether this is a program of base or head.
func (f *ProgramCopy) judged() bool { return f.side == ab.Base || f.side == ab.Head }

// NewCopySet returns a set with files below root, which must exist.
func NewCopySet(root string) *CopySet { return &CopySet{root: root} }

// Add makes a program of these bytes. It writes those of base and head at once. Others run only
// in rounds, and are written by the next Refresh. Names that differ between the sides must have
// the same length: the length of arguments moves the stack, and changes the speed (T. Mytkowicz
// et al., "Producing wrong data without doing anything obviously wrong!", 2009).
func (s *CopySet) Add(side ab.Side, name string, code []byte) (*ProgramCopy, error) {
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	f := &ProgramCopy{Code: code, side: side, name: name}
	s.files = append(s.files, f)
	if !f.judged() {
		return f, nil
	}
	f.sum, f.size = sha256.Sum256(code), len(code)
	err := s.write(f)
	f.Whole = f.Path
	return f, err
}

// Programs is a hash of the original programs of base and head, see [ab.Source].
func (s *CopySet) Programs() string {
	h := sha256.New()
	for _, f := range s.files {
		if f.judged() {
			fmt.Fprintln(h, f.side, f.name)
			h.Write(f.sum[:])
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// sizes are the sums of the original programs of base and head, in bytes.
func (s *CopySet) sizes() (sizes [2]float64) {
	for _, f := range s.files {
		if f.judged() {
			sizes[f.side] += float64(f.size)
		}
	}
	return sizes
}

// GoVersion is the version that built the programs of a side, see [ab.Source].
func (s *CopySet) GoVersion(side ab.Side) string {
	for _, f := range s.files {
		if f.side == side {
			if info, err := buildinfo.Read(bytes.NewReader(f.Code)); err == nil {
				return info.GoVersion
			}
		}
	}
	return ""
}

// write writes the program to the folder of its side and this generation.
func (s *CopySet) write(f *ProgramCopy) error {
	side := [...]string{"base", "head", "same", "plan"}[f.side]
	dir := filepath.Join(s.root, fmt.Sprintf("run-%s-%06d", side, s.generation))
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("copying a program: %w", err)
	}
	f.Path = filepath.Join(dir, f.name)
	if err := os.WriteFile(f.Path, f.Code, 0o777); err != nil {
		return fmt.Errorf("copying a program: %w", err)
	}
	return nil
}

// Refresh replaces all files by fresh copies, in random order. It removes an old file after the
// new one is written: otherwise the new file would get the same memory pages.
func (s *CopySet) Refresh(ctx context.Context, rng *rand.Rand) error {
	s.generation++
	for _, i := range rng.Perm(len(s.files)) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		old := s.files[i].Path
		if err := s.write(s.files[i]); err != nil {
			return err
		}
		if old != s.files[i].Whole {
			os.Remove(old)               // what cannot be removed now goes with
			os.Remove(filepath.Dir(old)) // everything else at the end
		}
	}
	return nil
}
