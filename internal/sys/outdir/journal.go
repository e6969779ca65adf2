package outdir

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// A Journal is a file with one value per line, as JSON with a checksum, to continue after an
// interruption. Its folder must be locked.
type Journal[T any] struct{ file *os.File }

// A journalLine is a line of a journal.
type journalLine struct {
	CRC32 uint32          `json:"crc32"` // of the value
	Value json.RawMessage `json:"value"`
}

// JournalLine returns a value as a line.
func JournalLine(value []byte) ([]byte, error) {
	line, err := json.Marshal(journalLine{crc32.ChecksumIEEE(value), value})
	return append(line, '\n'), err
}

// OpenJournal opens or creates a journal and returns its values. It cuts off an unfinished last
// line, which a killed process leaves.
func OpenJournal[T any](path string) (_ *Journal[T], values []T, err error) {
	j := &Journal[T]{}
	if j.file, err = os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o666); err != nil {
		return nil, nil, fmt.Errorf("opening the journal: %w", err)
	}
	text, err := io.ReadAll(j.file)
	whole := text[:bytes.LastIndexByte(text, '\n')+1]
	if values, err = parseJournal[T](path, whole, err); err == nil {
		err = j.cut(int64(len(whole)))
	}
	if err != nil {
		j.Close()
		return nil, nil, err
	}
	return j, values, nil
}

// ReadJournal returns the values of a journal.
func ReadJournal[T any](path string) ([]T, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("it has no %s: name another folder, or begin a new one", filepath.Base(path))
	}
	return parseJournal[T](path, text[:bytes.LastIndexByte(text, '\n')+1], err)
}

func parseJournal[T any](path string, text []byte, err error) (values []T, _ error) {
	if err != nil {
		return nil, fmt.Errorf("reading the journal: %w", err)
	}
	for number, line := range slices.Collect(bytes.Lines(text)) {
		var v T
		var l journalLine
		err := json.Unmarshal(line, &l)
		if err == nil && crc32.ChecksumIEEE(l.Value) != l.CRC32 {
			err = errors.New("the line was changed since; begin anew")
		}
		if err == nil {
			err = json.Unmarshal(l.Value, &v)
		}
		if err != nil {
			return nil, fmt.Errorf("reading the journal: %s:%d: %w", path, number+1, err)
		}
		values = append(values, v)
	}
	return values, nil
}

// cut continues at an offset.
func (j *Journal[T]) cut(offset int64) error {
	err := j.file.Truncate(offset)
	if err == nil {
		_, err = j.file.Seek(offset, io.SeekStart)
	}
	if err != nil {
		return fmt.Errorf("opening the journal: %w", err)
	}
	return nil
}

// Add writes a value.
func (j *Journal[T]) Add(v T) error {
	line, err := json.Marshal(v)
	if err == nil {
		line, err = JournalLine(line)
	}
	if err == nil {
		_, err = j.file.Write(line)
	}
	if err != nil {
		return fmt.Errorf("writing the journal: %w", err)
	}
	return nil
}

// Close closes the file.
func (j *Journal[T]) Close() error { return j.file.Close() }
