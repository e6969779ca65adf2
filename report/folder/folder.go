// Package folder writes a whole report: result files in, a folder out that
// holds the page, the pictures and the raw results.
//
// The folder appears at once or not at all: everything is written into a
// temporary folder beside it, which takes its name at the end. A folder that
// holds anything but an earlier report is not touched unless forced.
package folder

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/report/page"
)

// Options says what to write.
type Options struct {
	Files    []string // result files
	Baseline string   // result file to compare with, "" for none
	Out      string   // folder to write
	Force    bool     // replace a folder with foreign files in it
	Version  string   // of ecsbench, for the page
	// WithoutPictures leaves out the PNG and SVG files, which take most of the
	// time.
	WithoutPictures bool
	Warnings        io.Writer // for what is odd in the files; nil discards it
}

// marker is a file by which an earlier report is known.
const marker = ".ecsbench-report"

// ErrForeign is the error for a folder that is no earlier report.
var ErrForeign = errors.New("the folder holds files that are not of a report")

// Write writes the report and returns what it says.
func Write(o Options) (*Loaded, error) {
	if err := checkOut(o); err != nil {
		return nil, err
	}
	in, err := Load(o)
	if err != nil {
		return nil, err
	}
	out := filepath.Clean(o.Out)
	if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
		return nil, fmt.Errorf("write report: %w", err)
	}
	temporary, err := os.MkdirTemp(filepath.Dir(out), "."+filepath.Base(out)+"-")
	if err != nil {
		return nil, fmt.Errorf("write report: %w", err)
	}
	defer os.RemoveAll(temporary)
	if err := in.writeInto(temporary, o); err != nil {
		return nil, err
	}
	if err := replace(out, temporary); err != nil {
		return nil, fmt.Errorf("write report: %w", err)
	}
	return in, nil
}

// checkOut refuses to replace what is not ours.
func checkOut(o Options) error {
	entries, err := os.ReadDir(o.Out)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("write report: %w", err)
	case len(entries) == 0 || o.Force:
		return nil
	}
	ours, err := os.ReadFile(filepath.Join(o.Out, marker))
	if err != nil {
		return fmt.Errorf("%s: %w (%s): choose another folder with -o, or replace it with --force", o.Out, ErrForeign, entries[0].Name())
	}
	names := strings.Split(strings.TrimSpace(string(ours)), "\n")
	for _, e := range entries {
		if e.Name() != marker && !slices.Contains(names, e.Name()) {
			return fmt.Errorf("%s: %w (%s): choose another folder with -o, or replace it with --force", o.Out, ErrForeign, e.Name())
		}
	}
	return nil
}

// replace puts a folder in the place of another, which is kept until the new
// one is there.
func replace(out, temporary string) error {
	if err := os.Chmod(temporary, 0o755); err != nil {
		return err
	}
	old := temporary + ".old"
	err := os.Rename(out, old)
	if errors.Is(err, fs.ErrNotExist) {
		return os.Rename(temporary, out)
	}
	if err != nil {
		return err
	}
	if err := os.Rename(temporary, out); err != nil {
		return errors.Join(err, os.Rename(old, out))
	}
	return os.RemoveAll(old)
}

func (in *Loaded) writeInto(dir string, o Options) error {
	raw, err := copyRaw(dir, o.Files)
	if err != nil {
		return err
	}
	var pictures []page.Picture
	if !o.WithoutPictures {
		if pictures, err = writePictures(dir, in.Report); err != nil {
			return err
		}
	}
	f, err := os.Create(filepath.Join(dir, "report.html"))
	if err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	err = page.Write(f, page.Input{Report: in.Report, Baseline: in.Baseline, History: in.History, Pictures: pictures, Raw: raw, Version: o.Version})
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return writeMarker(dir)
}

// copyRaw puts the result files beside the page, under names that cannot
// clash, and prepares those that are small enough for the page itself.
func copyRaw(dir string, paths []string) ([]page.Raw, error) {
	folder := filepath.Join(dir, "results")
	if err := os.Mkdir(folder, 0o755); err != nil {
		return nil, fmt.Errorf("write report: %w", err)
	}
	room := page.MostRaw
	var list []page.Raw
	for i, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("write report: %w", err)
		}
		name := filepath.Base(path)
		if _, err := os.Stat(filepath.Join(folder, name)); err == nil {
			name = fmt.Sprintf("%d-%s", i+1, name)
		}
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o644); err != nil {
			return nil, fmt.Errorf("write report: %w", err)
		}
		raw, err := page.NewRaw(name, "results/"+name, text, room)
		if err != nil {
			return nil, err
		}
		room -= len(raw.Base64)
		list = append(list, raw)
	}
	return list, nil
}

func writeMarker(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	var b strings.Builder
	for _, e := range entries {
		fmt.Fprintln(&b, e.Name())
	}
	if err := os.WriteFile(filepath.Join(dir, marker), []byte(b.String()), 0o644); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return nil
}
