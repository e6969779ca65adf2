package gobench

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/ecsbench/ecsbench/internal/ab"
	"github.com/ecsbench/ecsbench/internal/child"
)

// Relink calls link for base and head, side by side, each with the flag with which
// go build and go test -c order the functions of a program at random, and leave out
// what only debuggers need, the table of symbols too, which takes a third of the time
// and room in each copy.
// Dir is where they will run, and temporary where files may be that are needed for a
// while. The linker has the flag since Go 1.22. Where it has not, or where the user's
// GOFLAGS set flags of the linker already, which one more would replace, the error is
// [errors.ErrUnsupported].
func Relink(ctx context.Context, dir, temporary string, rng *rand.Rand, link func(side ab.Side, flag string) error) error {
	out, err := child.Go(ctx, dir, temporary, "env", "GOFLAGS")
	if err != nil {
		return err
	}
	if strings.Contains(string(out), "-ldflags") {
		return fmt.Errorf("GOFLAGS set -ldflags, which cannot be added to: %w", errors.ErrUnsupported)
	}
	var links errgroup.Group
	for _, side := range []ab.Side{ab.Base, ab.Head} {
		flag := fmt.Sprintf("-ldflags=-s -w -randlayout=%d", 1+int64(rng.Uint32()))
		links.Go(func() error { return link(side, flag) })
	}
	if err := links.Wait(); err != nil && strings.Contains(err.Error(), "-randlayout") {
		return fmt.Errorf("the linker of this version of Go cannot order functions at random: %w", errors.ErrUnsupported)
	} else if err != nil {
		return fmt.Errorf("linking both sides anew: %w", err)
	}
	return nil
}
