package display_test

import (
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/display"
)

func TestShortDurations(t *testing.T) {
	for d, want := range map[time.Duration]string{
		5 * time.Minute: "5m", time.Hour: "1h", 90 * time.Second: "1m30s", 30 * time.Second: "30s", 61 * time.Minute: "1h1m", 0: "0s",
	} {
		if got := display.Duration(d); got != want {
			t.Errorf("%v as %s, want %s", d, got, want)
		}
	}
}

func TestRoundedDurations(t *testing.T) {
	for d, want := range map[time.Duration]time.Duration{
		1: 10 * time.Second, 10 * time.Second: 10 * time.Second, 11 * time.Second: 20 * time.Second, 51 * time.Second: time.Minute, time.Minute: time.Minute, 61 * time.Second: 2 * time.Minute,
	} {
		if got := display.RoundUp(d); got != want {
			t.Errorf("%v is rounded to %v, want %v", d, got, want)
		}
	}
}
