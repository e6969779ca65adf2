package gobench

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/perf/snapshot"
	"github.com/ecsbench/ecsbench/internal/sys/child"
	"github.com/ecsbench/ecsbench/internal/sys/outdir"
)

// A pair is the common part of all sources: the programs of base and head, and their origins.
type pair struct {
	*CopySet
	TreePair     // the sources, if known
	scratch      *outdir.Scratch
	root         string                // of all temporary files
	labels       [2]string             // printed names of base and head
	repo         *snapshot.Repository  // nil without revisions
	revisions    [2]*snapshot.Revision // base and head
	built        bool                  // a side was given as a program
	align        string                // the linker's flag that aligns functions; "" if there is none
	unlinked     error                 // why linker flags cannot be given
	setups       [2]child.Setup        // of base and head
	environments [2][]string           // of the programs of base and head
}

// newPair makes a pair whose sides are built and run with these variants.
func newPair(ctx context.Context, variants [2]child.Variant) (p pair, err error) {
	scratch, err := outdir.NewScratch("ab")
	if err != nil {
		return p, err
	}
	p = pair{CopySet: NewCopySet(scratch.Path), scratch: scratch, root: scratch.Path}
	for side, v := range variants {
		name := ab.Side(side).String()
		if p.setups[side], err = v.Prepare(ctx, "--"+name+"-", name, p.root); err != nil {
			return p, errors.Join(err, p.Close())
		}
	}
	p.environments = child.Environments(p.setups[ab.Base], p.setups[ab.Head])
	return p, nil
}

// Variants implements [ab.Varied].
func (p *pair) Variants() (base, head child.Variant) {
	return p.setups[ab.Base].Variant, p.setups[ab.Head].Variant
}

// varied reports whether the sides are built or run with different settings.
func (p *pair) varied() bool { return child.Differ(p.Variants()) }

// of is the side with the settings of a side: those of the controls are base's.
func (p *pair) of(side ab.Side) ab.Side {
	if side == ab.Head {
		return ab.Head
	}
	return ab.Base
}

// goIn returns the go command of a side in a folder.
func (p *pair) goIn(side ab.Side, dir string) child.GoCommand {
	return p.setups[p.of(side)].Command(dir, p.root)
}

// environment is that of the programs of a side.
func (p *pair) environment(side ab.Side) []string { return slices.Clone(p.environments[p.of(side)]) }

// Programs implements [ab.Source]. Programs that run with other settings are others.
func (p *pair) Programs() string {
	base, head := p.Variants()
	if base.IsZero() && head.IsZero() {
		return p.CopySet.Programs()
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %q %q", p.CopySet.Programs(), base, head))
	return hex.EncodeToString(sum[:])
}

// Close removes all temporary files.
func (p *pair) Close() error {
	var err error
	if p.repo != nil {
		err = p.repo.Close()
	}
	return errors.Join(err, p.scratch.Remove())
}

// closeAfter closes a source that could not be opened.
func closeAfter(err *error, s io.Closer) {
	if *err != nil {
		s.Close()
	}
}

// Sides implements [ab.Source].
func (p *pair) Sides() (base, head string) {
	return p.label(ab.Base), p.label(ab.Head)
}

// label is the printed name of a side with its settings.
func (p *pair) label(side ab.Side) string {
	if setup := p.setups[side]; !setup.IsZero() {
		return p.labels[side] + " with " + setup.String()
	}
	return p.labels[side]
}

// folder is the folder of base or head; the names have the same length.
func (p *pair) folder(side ab.Side) string { return filepath.Join(p.root, side.String()) }

// resolve finds the revision of a side in the repository of a folder.
func (p *pair) resolve(ctx context.Context, side ab.Side, dir, name string) (err error) {
	if p.repo == nil {
		if p.repo, err = snapshot.Open(ctx, cmp.Or(dir, ".")); err != nil {
			return err
		}
		p.Changes = p.changes
	}
	if p.revisions[side], err = p.repo.Resolve(ctx, name); err == nil {
		p.labels[side] = p.revisions[side].String()
	}
	return err
}

// CheckRevisions returns an error if all sides are revisions and the Git repository of the
// current folder lacks one. Callers check before they report that building begins.
func CheckRevisions(ctx context.Context, sides ...string) error {
	if slices.ContainsFunc(sides, isProgram) {
		return nil
	}
	return snapshot.Check(ctx, ".", sides...)
}

// changes lists the changes of a file by the commits between two revisions.
func (p *pair) changes(ctx context.Context, file string) ([]snapshot.Change, error) {
	base, head := p.revisions[ab.Base], p.revisions[ab.Head]
	if base == nil || head == nil {
		return nil, nil
	}
	return p.repo.Changes(ctx, base, head, file)
}

// findLinker finds the flags of the linkers that the go command runs in the folders of base and
// head. The linker of amd64 places functions at multiples of 32 bytes. Whether a short loop crosses
// a line of 64 bytes then depends on all code before it. At multiples of 64 an unchanged function
// keeps its place within the line.
func (p *pair) findLinker(ctx context.Context, folders [2]string) error {
	out, err := child.GoCommand{Dir: folders[ab.Base], Temporary: p.root}.Run(ctx, "env", "GOFLAGS")
	if err != nil {
		return err
	}
	p.align, p.unlinked = "", nil
	if strings.Contains(string(out), "-ldflags") {
		p.unlinked = fmt.Errorf("GOFLAGS set -ldflags, which cannot be added to: %w", errors.ErrUnsupported)
		return nil
	}
	p.align = "-funcalign=64"
	for side, folder := range folders {
		if _, usage := p.goIn(ab.Side(side), folder).Run(ctx, "tool", "link", "-h"); ctx.Err() != nil {
			return ctx.Err()
		} else if usage == nil || !strings.Contains(usage.Error(), "-funcalign") {
			p.align = ""
		}
	}
	return nil
}

// linkFlags are the flags of go build and go test -c for the linker: those of the side's variant,
// that which aligns functions, and others.
func (p *pair) linkFlags(side ab.Side, others ...string) []string {
	if p.align != "" {
		others = append(others, p.align)
	}
	if flag := p.setups[p.of(side)].LinkerFlag(others...); flag != "" && p.unlinked == nil {
		return []string{flag}
	}
	return nil
}

// relink calls link for base and head concurrently. Its flags let go build and go test -c order
// functions at random. If the linker lacks the flag (before Go 1.22), or the user's
// GOFLAGS set linker flags, which it would replace, the error is [errors.ErrUnsupported].
func (p *pair) relink(ctx context.Context, rng *rand.Rand, link func(side ab.Side, flags []string) error) error {
	if p.unlinked != nil {
		return p.unlinked
	}
	var links errgroup.Group
	for _, side := range []ab.Side{ab.Base, ab.Head} {
		flags := p.linkFlags(side, child.OrderFlags(1+rng.IntN(1<<30))...)
		links.Go(func() error { return link(side, flags) })
	}
	if err := links.Wait(); err != nil && strings.Contains(err.Error(), "-randlayout") {
		return fmt.Errorf("the linker of this version of Go cannot order functions at random: %w", errors.ErrUnsupported)
	} else if err != nil {
		return fmt.Errorf("linking both sides anew: %w", err)
	}
	return nil
}

// isProgram reports whether a side is a file rather than a revision.
func isProgram(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}
