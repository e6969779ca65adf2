package program_test

import (
	"errors"
	"testing"

	"github.com/ecsbench/ecsbench/scripts/program"
)

// Check ends the current Try with the place and cleans up; other panics propagate.
func TestCheckEndsATry(t *testing.T) {
	failed := errors.New("failed")
	cleaned := false
	err := program.Try(func() {
		defer func() { cleaned = true }()
		if got := program.Must(1, nil); got != 1 {
			t.Errorf("Must returns %d", got)
		}
		program.Check(nil)
		program.At("trial 2", func() { program.Must(0, failed) })
		t.Error("it went on")
	})
	if !errors.Is(err, failed) || err.Error() != "trial 2: failed" || !cleaned {
		t.Errorf("%v, cleaned %v", err, cleaned)
	}
	if err := program.Try(func() {}); err != nil {
		t.Error(err)
	}
	defer func() {
		if recover() != "a mistake" {
			t.Error("a mistake was taken for an error")
		}
	}()
	_ = program.Try(func() { panic("a mistake") })
}
