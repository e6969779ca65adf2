package page

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"golang.org/x/sync/errgroup"

	"github.com/ecsbench/ecsbench/report"
)

// A Picture is a chart of a report in files beside it.
type Picture struct {
	Title  string
	Files  []string // the same picture in several formats, PNG first
	Values bool     // shows the values of a scenario; displayed first
}

// writePictures draws every figure as PNG and SVG, on all processors.
func writePictures(dir string, r *report.Report) ([]Picture, error) {
	figures := Figures(r)
	pictures := make([]Picture, len(figures))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, f := range figures {
		group.Go(func() (err error) {
			pictures[i], err = writePicture(dir, f)
			return err
		})
	}
	return pictures, group.Wait()
}

func writePicture(dir string, f *Figure) (Picture, error) {
	picture := Picture{Title: f.Title, Values: f.Values}
	for _, format := range []struct {
		extension string
		draw      func() ([]byte, error)
	}{{".png", f.PNG}, {".svg", f.SVG}} {
		image, err := format.draw()
		if err != nil {
			return picture, err
		}
		name := f.Name + format.extension
		if err := os.WriteFile(filepath.Join(dir, name), image, 0o644); err != nil {
			return picture, fmt.Errorf("write report: %w", err)
		}
		picture.Files = append(picture.Files, name)
	}
	return picture, nil
}
