// Package folder writes a whole report: result files in, a folder out that
// holds the page, the pictures and the raw results.
//
// The folder appears at once or not at all, and files of others in it stay, see
// package outdir.
package folder

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/ecsbench/ecsbench/internal/outdir"
	"github.com/ecsbench/ecsbench/internal/page"
	"github.com/ecsbench/ecsbench/internal/plot"
	"github.com/ecsbench/ecsbench/results"
)

// Options says what to write.
type Options struct {
	Files    []string // result files, and folders of them
	Baseline string   // result file to compare with, "" for none
	Profiles []string // folders that ecsbench profile has written
	Out      string   // folder to write
	Force    bool     // write into a folder with files of others in it; they stay
	Version  string   // of ecsbench, for the page
	// WithoutPictures leaves out the PNG and SVG files, which take most of the
	// time.
	WithoutPictures bool
	Warn            func(error) // told what is odd in the files; may be nil
}

// marker is a file by which an earlier report is known.
const marker = ".ecsbench-report"

// Write writes the report and returns what it says.
func Write(o Options) (*Loaded, error) {
	in, err := Load(o)
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

func (in *Loaded) writeInto(dir string, o Options) error {
	raw, err := copyRaw(dir, in.paths)
	if err != nil {
		return err
	}
	undrawn := 0
	if !o.WithoutPictures {
		undrawn = plot.Left(in.Report)
		if in.Pictures, err = writePictures(dir, in.Report); err != nil {
			return err
		}
	}
	f, err := os.Create(filepath.Join(dir, "report.html"))
	if err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	w := bufio.NewWriterSize(f, 1<<16) // a template writes word by word
	err = page.Write(w, page.Input{Report: in.Report, Baseline: in.Baseline, History: in.History, Profiles: in.Profiles, Pictures: in.Pictures, Undrawn: undrawn, Raw: raw, Version: o.Version})
	if err := errors.Join(err, w.Flush(), f.Close()); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return nil
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
		text, err := results.ReadInput(path)
		if err != nil {
			return nil, fmt.Errorf("write report: %w", err)
		}
		name := filepath.Base(path)
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
			name = "input.txt" // of a pipe
		}
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
