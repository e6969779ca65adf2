package plot

import (
	"fmt"
	"strings"

	"github.com/ecsbench/ecsbench/internal/summary"
)

// What is written below a title, for a reader who sees nothing but the picture.
const (
	logarithmic = "logarithmic scale: equal distances are equal factors"
	withBars    = "bars: 95% interval of the median"
	zeroApart   = "0 has a place of its own below the axis"
)

// better says which way values are better.
func better(direction int) string {
	if direction > 0 {
		return "more is better"
	}
	return "less is better"
}

// note joins what is to be said, without what is empty.
func note(parts ...string) string {
	var said []string
	for _, p := range parts {
		if p != "" {
			said = append(said, p)
		}
	}
	return strings.Join(said, "; ")
}

// source says how the results were measured: on what, of what, by which
// command. Of many commands none is named, since a picture may be of the last.
func source(r *summary.Report) []string {
	lines := []string{r.Measured()}
	if commands := r.Commands(); len(commands) <= mostCommands {
		lines = append(lines, commands...)
	} else {
		lines[0] += fmt.Sprintf(" Measured by %d commands.", len(commands))
	}
	for i, line := range lines {
		lines[i] = drawn(line)
	}
	return lines
}

const mostCommands = 3
