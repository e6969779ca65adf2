//go:build noparquet

package export

import (
	"errors"
	"io"

	"github.com/ecsbench/ecsbench/results"
)

// Parquet says that this program was built without it.
func Parquet(w io.Writer, paths []string, warn func(error)) error {
	return errors.New("this program was built without Parquet, by the tag noparquet: install it without the tag, or export --to csv")
}

// ReadHive says so too.
func ReadHive(string) ([]*results.File, error) { return nil, Parquet(nil, nil, nil) }

func writeParquet(w io.Writer, paths []string, warn func(error), _ func(*Series) bool) error {
	return Parquet(w, paths, warn)
}
