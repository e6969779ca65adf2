package history

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/ecsbench/ecsbench/results"
)

// ErrNoResults is for a folder without result files.
var ErrNoResults = errors.New("holds no result files")

// Read reads result files. A folder stands for the result files in it, without subfolders.
// Other files in a folder are skipped with a warning; other named files are errors.
func Read(paths []string, warn func(error)) ([]*results.File, error) {
	var files []*results.File
	for _, path := range paths {
		read := func() ([]*results.File, error) { return results.ReadAll([]string{path}, warn) }
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			read = func() ([]*results.File, error) { return readFolder(path, warn) }
		}
		found, err := read()
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	return files, nil
}

func readFolder(dir string, warn func(error)) ([]*results.File, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("read results: %w", err)
	}
	var files []*results.File
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() || e.Name()[0] == '.' {
			continue
		}
		runs, err := results.ReadRuns(path)
		if err != nil {
			if !errors.Is(err, results.ErrNotResults) {
				warn(fmt.Errorf("left out: %w", err))
			}
			continue
		}
		results.WarnDamaged(runs, warn)
		files = append(files, runs...)
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("read results: %s %w: name a folder with files of ecsbench run", dir, ErrNoResults)
	}
	return files, nil
}
