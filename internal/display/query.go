package display

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// QueryError puts the error of a filter or projection on one line: benchproc
// prints the query below its message, and a caret below that.
func QueryError(flag string, err error) error {
	lines := strings.Split(err.Error(), "\n")
	if len(lines) < 3 {
		return fmt.Errorf("%s: %w", flag, err)
	}
	query := strings.TrimPrefix(lines[1], "\t")
	at := utf8.RuneCountInString(strings.TrimSuffix(strings.TrimPrefix(lines[2], "\t"), "^"))
	return errors.New(fmt.Sprintf("%s %q: %s at character %d; ", flag, query, lines[0], at+1) +
		"see https://pkg.go.dev/golang.org/x/perf/benchproc/syntax")
}
