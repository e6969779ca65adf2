package copies

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
)

// Layout returns the flag with which go build and go test -c link a program
// with its functions in an order drawn at random. The linker has it since Go
// 1.22; where the user's GOFLAGS set flags of the linker already, which one more
// would replace, the error is [errors.ErrUnsupported].
func Layout(ctx context.Context, dir string, rng *rand.Rand) (flag string, err error) {
	cmd := exec.CommandContext(ctx, "go", "env", "GOFLAGS")
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go env GOFLAGS: %w", err)
	}
	if strings.Contains(string(out), "-ldflags") {
		return "", fmt.Errorf("GOFLAGS set -ldflags, which cannot be added to: %w", errors.ErrUnsupported)
	}
	return fmt.Sprintf("-ldflags=-randlayout=%d", 1+int64(rng.Uint32())), nil
}

// LayoutError tells a linker that knows no such flag from other errors of a
// build with it.
func LayoutError(err error) error {
	if err != nil && strings.Contains(err.Error(), "-randlayout") {
		return fmt.Errorf("the linker of this version of Go cannot order functions at random: %w", errors.ErrUnsupported)
	}
	return err
}
