package copies

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/ecsbench/ecsbench/compare/ab"
)

// Relink calls link for base and head, side by side, each with the flag with
// which go build and go test -c order the functions of a program at random; dir
// is where they will run. The linker has the flag since Go 1.22. Where it has
// not, or where the user's GOFLAGS set flags of the linker already, which one
// more would replace, the error is [errors.ErrUnsupported].
func Relink(ctx context.Context, dir string, rng *rand.Rand, link func(side ab.Side, flag string) error) error {
	cmd := exec.CommandContext(ctx, "go", "env", "GOFLAGS")
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("go env GOFLAGS: %w", err)
	}
	if strings.Contains(string(out), "-ldflags") {
		return fmt.Errorf("GOFLAGS set -ldflags, which cannot be added to: %w", errors.ErrUnsupported)
	}
	var links errgroup.Group
	for _, side := range []ab.Side{ab.Base, ab.Head} {
		flag := fmt.Sprintf("-ldflags=-randlayout=%d", 1+int64(rng.Uint32()))
		links.Go(func() error { return link(side, flag) })
	}
	if err := links.Wait(); err != nil && strings.Contains(err.Error(), "-randlayout") {
		return fmt.Errorf("the linker of this version of Go cannot order functions at random: %w", errors.ErrUnsupported)
	} else if err != nil {
		return fmt.Errorf("linking both sides anew: %w", err)
	}
	return nil
}
