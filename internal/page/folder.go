package page

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/ecsbench/ecsbench/internal/outdir"
	"github.com/ecsbench/ecsbench/results"
)

// FolderOptions are the options of [WriteFolder].
type FolderOptions struct {
	Files    []string // result files, and folders of them
	Baseline string   // result file to compare with, "" for none
	Profiles []string // folders of ecsbench profile
	Out      string   // folder to write
	Force    bool     // write into a folder with foreign files; they stay
	Version  string   // of ecsbench, for the page
	// WithoutPictures leaves out the PNG and SVG files, which take most of the
	// time.
	WithoutPictures bool
	Warn            func(error) // called for oddities in the files; may be nil
}

// marker identifies an earlier report.
const marker = ".ecsbench-report"

// WriteFolder writes the report and returns its data.
func WriteFolder(o FolderOptions) (*Input, error) {
	in, err := LoadResults(o)
	if err != nil {
		return nil, err
	}
	dir, err := outdir.Create(o.Out, marker, o.Force)
	if err != nil {
		return nil, fmt.Errorf("write report: %w", err)
	}
	defer dir.Discard()
	if err := in.writeInto(dir.Path(), o); err != nil {
		return nil, err
	}
	if err := dir.Commit(); err != nil {
		return nil, fmt.Errorf("write report: %w", err)
	}
	return in, nil
}

func (in *Input) writeInto(dir string, o FolderOptions) (err error) {
	if in.Raw, err = copyRaw(dir, in.paths); err != nil {
		return err
	}
	if !o.WithoutPictures {
		in.Undrawn = max(0, len(in.Report.Scenarios)-mostFigures)
		if in.Pictures, err = writePictures(dir, in.Report); err != nil {
			return err
		}
	}
	f, err := os.Create(filepath.Join(dir, "report.html"))
	if err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	w := bufio.NewWriterSize(f, 1<<16) // a template writes in small pieces
	err = Write(w, *in)
	if err := errors.Join(err, w.Flush(), f.Close()); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return nil
}

// copyRaw copies the result files beside the page, under unique names, and prepares
// small ones for the page itself.
func copyRaw(dir string, paths []string) ([]Raw, error) {
	folder := filepath.Join(dir, "results")
	if err := os.Mkdir(folder, 0o755); err != nil {
		return nil, fmt.Errorf("write report: %w", err)
	}
	room := MostRaw
	var list []Raw
	for i, path := range paths {
		text, err := results.ReadInput(path)
		if err != nil {
			return nil, fmt.Errorf("write report: %w", err)
		}
		name := filepath.Base(path)
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
			name = "input.txt" // a pipe
		}
		if _, err := os.Stat(filepath.Join(folder, name)); err == nil {
			name = fmt.Sprintf("%d-%s", i+1, name)
		}
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o644); err != nil {
			return nil, fmt.Errorf("write report: %w", err)
		}
		raw, err := NewRaw(name, "results/"+name, text, room)
		if err != nil {
			return nil, err
		}
		room -= len(raw.Base64)
		list = append(list, raw)
	}
	return list, nil
}
