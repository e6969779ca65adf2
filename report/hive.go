package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/ecsbench/ecsbench/internal/outdir"
	"github.com/ecsbench/ecsbench/results"
)

// Hive adds the rows of files to a folder, as Parquet files below
// commit=.../machine=.../, and returns how many it has added. The names of the
// files have the checksum of what they were made of: what is there already is not
// written again, and one result file takes the place of no other.
func Hive(folder string, paths []string, warn func(error)) (added int, err error) {
	for _, path := range paths {
		sum, err := digest(path)
		if err != nil {
			return added, fmt.Errorf("export: %w", err)
		}
		places, err := placesOf(path)
		if err != nil {
			return added, err
		}
		for _, spot := range places {
			to := filepath.Join(folder, spot.folder(), sum[:16]+".parquet")
			if _, err := os.Stat(to); err == nil {
				continue
			}
			err := outdir.WriteFile(to, false, func(w io.Writer) error {
				return writeParquet(w, []string{path}, warn, func(s *Series) bool { return placeOf(s) == spot })
			})
			if err != nil {
				return added, err
			}
			added++
			warn = nil // told once
		}
	}
	return added, nil
}

// digest is the SHA-256 of an input, in hexadecimal.
func digest(path string) (string, error) {
	in, err := results.Open(path)
	if err != nil {
		return "", err
	}
	defer in.Close()
	h := sha256.New()
	if _, err := io.Copy(h, in); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// A spot is a folder.
type spot struct{ commit, machine string }

func placeOf(s *Series) spot { return spot{s.Environment.Commit, s.machine()} }

func (p spot) folder() string {
	return filepath.Join("commit="+escaped(p.commit), "machine="+escaped(p.machine))
}

// escaped writes a value as Hive does, which all engines understand.
func escaped(value string) string {
	if value == "" {
		return "__HIVE_DEFAULT_PARTITION__"
	}
	return strings.ReplaceAll(url.QueryEscape(value), "+", "%20")
}

// placesOf lists the folders that a file belongs to.
func placesOf(path string) (list []spot, err error) {
	known, seen := make(map[spot]bool), (*Series)(nil)
	err = Each([]string{path}, nil, func(s *Series, _ *Value) error {
		if s == seen {
			return nil
		}
		seen = s
		if p := placeOf(s); !known[p] {
			known[p] = true
			list = append(list, p)
		}
		return nil
	})
	return list, err
}
