//go:build noparquet

package report

import (
	"errors"
	"io"
)

// Parquet says that this program was built without it.
func Parquet(w io.Writer, paths []string, warn func(error)) error {
	return errors.New("this program was built without Parquet, by the tag noparquet: install it without the tag, or export --to csv")
}

func writeParquet(w io.Writer, paths []string, warn func(error), _ func(*Series) bool) error {
	return Parquet(w, paths, warn)
}
