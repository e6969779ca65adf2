package results_test

import (
	"errors"
	"os"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/results"
)

// openings returns a function that reports whether the file was opened since the last call.
func openings(t *testing.T, path string) (some func() bool) {
	t.Helper()
	watch, err := unix.InotifyInit1(unix.IN_NONBLOCK | unix.IN_CLOEXEC)
	if err == nil {
		t.Cleanup(func() { unix.Close(watch) })
		_, err = unix.InotifyAddWatch(watch, path, unix.IN_OPEN)
	}
	fixture.Check(t, err)
	return func() bool {
		n, err := unix.Read(watch, make([]byte, 4096))
		if err != nil && !errors.Is(err, unix.EAGAIN) {
			t.Error(err)
		}
		return n > 0
	}
}

// The writer does not reopen an unchanged file for each sample.
func TestTheFileStaysOpen(t *testing.T) {
	check := func(what string, w *results.Writer) {
		again := openings(t, w.Path())
		take(t, w, 1, 3)
		if again() {
			t.Errorf("%s: it was opened again", what)
		}
		fixture.Check(t, w.Close())
	}
	w := create(t)
	again := openings(t, w.Path())
	check("created", w)
	half, err := os.OpenFile(w.Path(), os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = half.WriteString("Bench")
		half.Close()
	}
	if err != nil || !again() {
		t.Fatalf("nobody saw that it was opened, %v", err)
	}
	w, _, err = results.Resume(w.Path())
	fixture.Check(t, err)
	again = openings(t, w.Path())
	if err := w.Continue(testHead, nil); err != nil || again() {
		t.Errorf("resumed: it was opened again, %v", err)
	}
	check("resumed", w)
	w, err = results.Reopen(w.Path(), w.Mark())
	fixture.Check(t, err)
	check("reopened", w)
}
