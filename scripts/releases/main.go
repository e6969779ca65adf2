// Releases prints how fast each release of a library was, from folders that `ecsbench
// history fill` has written, and draws a picture:
//
//	ecsbench history fill github.com/mlange-42/ark@v0.4.0,v0.6.0,v0.8.3 ./ecs -o ark
//	go run -C scripts ./releases -o releases.svg ark
//
// A release is the geometric mean, over the benchmarks that all releases have, of its time
// relative to the newest release. The picture has a line for each benchmark, and one for
// their mean.
package main

import (
	"flag"
	"fmt"
	"image/color"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"github.com/ecsbench/ecsbench/internal/perf/history"
)

func main() {
	out := flag.String("o", "", "picture to write, SVG or PNG")
	flag.Parse()
	if err := run(*out, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "releases:", err)
		os.Exit(2)
	}
}

func run(out string, folders []string) error {
	if len(folders) != 1 {
		return fmt.Errorf("name one folder that ecsbench history fill has written")
	}
	files, err := history.Read(folders, func(err error) { fmt.Fprintln(os.Stderr, err) })
	if err != nil {
		return err
	}
	h := history.Build(files)
	all, mean := relative(h)
	if len(all) == 0 {
		return fmt.Errorf("%s has no benchmark that all releases have", folders[0])
	}
	fmt.Printf("Time of %d benchmarks that all releases have, relative to %s (geometric mean):\n\n", len(all), h.Commits[len(h.Commits)-1].Label)
	fmt.Println("| release | date | time | steps since the release before |\n|---|---|--:|---|")
	for i, c := range h.Commits {
		fmt.Printf("| %s | %s | %.2f | %s |\n", c.Label, c.Date.UTC().Format("2006-01-02"), math.Exp(mean[i]), steps(h, i))
	}
	if out == "" {
		return nil
	}
	return draw(out, filepath.Base(folders[0]), h, all, mean)
}

// relative are the logarithms of times relative to the newest release, of the series that
// have a point at every release, and their mean.
func relative(h *history.History) (all [][]float64, mean []float64) {
	mean = make([]float64, len(h.Commits))
	for _, s := range h.Series {
		if len(s.Points) != len(h.Commits) {
			continue
		}
		last := s.Points[len(s.Points)-1].Stat.Center
		line := make([]float64, len(s.Points))
		for i, p := range s.Points {
			line[i] = math.Log(p.Stat.Center / last)
		}
		all = append(all, line)
	}
	for _, line := range all {
		for i, v := range line {
			mean[i] += v / float64(len(all))
		}
	}
	return all, mean
}

// steps lists what became faster or slower at a release, the largest first.
func steps(h *history.History, commit int) string {
	type step struct {
		text string
		size float64
	}
	var list []step
	for _, s := range h.Series {
		for _, k := range s.Steps {
			if s.Points[k.At].Commit == commit {
				list = append(list, step{fmt.Sprintf("%s %s", strings.TrimSuffix(s.Label, "-2"), k.Effect.Change()), math.Abs(k.Effect.Log)})
			}
		}
	}
	slices.SortFunc(list, func(a, b step) int { return int(math.Copysign(1, b.size-a.size)) })
	var texts []string
	for _, k := range list {
		texts = append(texts, k.text)
	}
	return strings.Join(texts, ", ")
}

// draw writes a picture of times relative to the newest release.
func draw(path, name string, h *history.History, all [][]float64, mean []float64) error {
	p := plot.New()
	p.Title.Text = name + ": time of each release relative to the newest"
	p.Y.Label.Text = "time"
	var labels []string
	for _, c := range h.Commits {
		labels = append(labels, c.Label)
	}
	p.NominalX(labels...)
	line := func(values []float64, c color.Color, width vg.Length) error {
		points := make(plotter.XYs, len(values))
		for i, v := range values {
			points[i] = plotter.XY{X: float64(i), Y: math.Exp(v)}
		}
		l, err := plotter.NewLine(points)
		if err != nil {
			return err
		}
		l.Color, l.Width = c, width
		p.Add(l)
		return nil
	}
	for _, values := range all {
		if err := line(values, color.Gray{0xA0}, vg.Points(1)); err != nil {
			return err
		}
	}
	if err := line(mean, color.RGBA{0xD5, 0x5E, 0, 0xFF}, vg.Points(3)); err != nil {
		return err
	}
	p.Y.Min = 0
	return p.Save(16*vg.Centimeter, 9*vg.Centimeter, path)
}
