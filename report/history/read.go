package history

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/ecsbench/ecsbench/escape"
	"github.com/ecsbench/ecsbench/results"
)

// Read reads result files; a folder stands for the result files in it, not in
// folders below. What in a folder is no result file is named on warn and left
// out; a file that was named itself has to be one.
func Read(paths []string, warn io.Writer) ([]*results.File, error) {
	var files []*results.File
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, fmt.Errorf("read results: %w", err)
		}
		if !info.IsDir() {
			runs, err := read(path, warn)
			if err != nil {
				return nil, err
			}
			files = append(files, runs...)
			continue
		}
		found, err := readFolder(path, warn)
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	return files, nil
}

// read reads a file and tells what in it is damaged.
func read(path string, warn io.Writer) ([]*results.File, error) {
	runs, err := results.ReadRuns(path)
	tellDamaged(runs, warn)
	return runs, err
}

func tellDamaged(runs []*results.File, warn io.Writer) {
	for _, f := range runs {
		for _, damaged := range f.Damaged {
			fmt.Fprintln(warn, "warning:", escape.Text(damaged.Error()))
		}
	}
}

func readFolder(dir string, warn io.Writer) ([]*results.File, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("read results: %w", err)
	}
	var files []*results.File
	known := openCache(dir)
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() || e.Name()[0] == '.' {
			continue
		}
		runs, err := known.read(path, info)
		if err != nil {
			if !errors.Is(err, results.ErrNotResults) {
				fmt.Fprintln(warn, "left out:", escape.Text(err.Error()))
			}
			continue
		}
		tellDamaged(runs, warn)
		files = append(files, runs...)
	}
	known.save()
	if len(files) == 0 {
		return nil, fmt.Errorf("read results: %s holds no result files: name a folder with files of ecsbench run", dir)
	}
	return files, nil
}
