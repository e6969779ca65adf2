package program

import (
	"errors"
	"testing"
)

// What Check finds ends the Try that it is in, says where, and cleans up; any
// other panic goes on.
func TestCheckEndsATry(t *testing.T) {
	failed := errors.New("failed")
	cleaned := false
	err := Try(func() {
		defer func() { cleaned = true }()
		if got := Must(1, nil); got != 1 {
			t.Errorf("Must returns %d", got)
		}
		Check(nil)
		At("trial 2", func() { Must(0, failed) })
		t.Error("it went on")
	})
	if !errors.Is(err, failed) || err.Error() != "trial 2: failed" || !cleaned {
		t.Errorf("%v, cleaned %v", err, cleaned)
	}
	if err := Try(func() {}); err != nil {
		t.Error(err)
	}
	defer func() {
		if recover() != "a mistake" {
			t.Error("a mistake was taken for an error")
		}
	}()
	_ = Try(func() { panic("a mistake") })
}
