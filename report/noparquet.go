//go:build noparquet

package report

import (
	"errors"
	"io"
)

// Parquet returns an error: the program was built without it.
func Parquet(w io.Writer, paths []string, warn func(error)) error {
	return errors.New("this program was built without Parquet, by the tag noparquet: install it without the tag, or export --to csv")
}
