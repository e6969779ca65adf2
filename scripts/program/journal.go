package program

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// A Journal records attempts in a file, a line of JSON each, so that a long series can
// be stopped and resumed.
type Journal[T any] struct {
	path  string
	tried map[string]T
	key   func(T) string
}

// OpenJournal reads the earlier attempts; key identifies them. Without a path it keeps
// nothing.
func OpenJournal[T any](path string, key func(T) string) (*Journal[T], error) {
	j := &Journal[T]{path, make(map[string]T), key}
	if path == "" {
		return j, nil
	}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return j, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var t T
		if err := json.Unmarshal(lines.Bytes(), &t); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		j.tried[key(t)] = t
	}
	return j, lines.Err()
}

// Tried returns what came of the trial of a key, if it was made.
func (j *Journal[T]) Tried(key string) (t T, ok bool) {
	t, ok = j.tried[key]
	return t, ok
}

// Add appends a trial to the file.
func (j *Journal[T]) Add(t T) error {
	if j.path == "" {
		return nil
	}
	f, err := os.OpenFile(j.path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	return errors.Join(json.NewEncoder(f).Encode(t), f.Close())
}
