package page

import (
	"fmt"

	"github.com/ecsbench/ecsbench/report"
)

// Text below a title, for readers of the picture only.
const (
	logarithmic = "logarithmic scale: equal distances are equal factors"
	withBars    = "bars: 95% interval of the median"
)

// better names the better direction.
func better(direction int) string {
	if direction > 0 {
		return "more is better"
	}
	return "less is better"
}

// source describes the measurements and the command.
func source(r *report.Report) []string {
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
