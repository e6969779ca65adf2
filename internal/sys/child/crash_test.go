package child

import (
	"context"
	"runtime"
	"testing"
)

func TestCrash(t *testing.T) {
	for kind, want := range map[string]string{
		"dies by a signal of Go": "SIGILL: illegal instruction",
		"is killed":              "signal: killed",
		"panics":                 "",
		"prints both":            "",
		"gets no thread":         "", // has an explanation of its own
		"prints a word":          "",
	} {
		if kind == "is killed" && runtime.GOOS == "windows" {
			continue // it has no signals
		}
		_, stderr, err := Run(context.Background(), command(kind), generous)
		got := ""
		if crash := Crash(err, stderr); crash != nil {
			got = crash.Error()
		}
		if got != want {
			t.Errorf("%s: crash %q, want %q (%v)", kind, got, want, err)
		}
	}
}
