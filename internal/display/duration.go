package display

import (
	"strings"
	"time"
)

// Duration prints a duration as people type it: 5m for 5m0s.
func Duration(d time.Duration) string {
	text := d.String()
	for _, zero := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(text, zero) {
			text = text[:len(text)-2]
		}
	}
	return text
}

// RoundUp returns a duration that people would type.
func RoundUp(d time.Duration) time.Duration {
	step := time.Minute
	if d < time.Minute {
		step = 10 * time.Second
	}
	return (d + step - 1) / step * step
}
