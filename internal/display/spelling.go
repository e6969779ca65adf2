package display

import (
	"fmt"
	"strings"
)

// DidYouMean returns ": did you mean ...?" if one of the names is close to
// what was written, and else ": want one of ...".
func DidYouMean(written string, names []string) string {
	best, distance := "", 1+max(1, len(written)/3)
	for _, name := range names {
		if d := editDistance(strings.ToLower(written), strings.ToLower(name)); d < distance {
			best, distance = name, d
		}
	}
	switch {
	case best != "":
		return fmt.Sprintf(": did you mean %q?", best)
	case len(names) == 0:
		return ": it has none"
	}
	return ": want one of " + strings.Join(names, ", ")
}

// editDistance is the number of bytes that are put in, left out or replaced, and
// of neighbours that have changed places (optimal string alignment).
func editDistance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before, last, row = last, row, before
		row[0] = i + 1
		for j := range len(b) {
			cost := last[j]
			if a[i] != b[j] {
				cost++
			}
			row[j+1] = min(cost, row[j]+1, last[j+1]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(b)]
}
