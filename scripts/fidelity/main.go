// Fidelity compares programs written by hand with their world files:
//
//	go run -C scripts ./fidelity
//
// Both sides run in turns in fresh processes, on the same storage. Each process is of a
// program whose functions the linker has put in another order: a loop of few instructions
// takes up to a third longer where it lies badly. So the p50 of a side is the lowest of its
// processes. Its p99 is their median. The exit code is 1 if a world file is outside of its
// limits. A world file was written so:
//
//	go run -C scripts ./fidelity -only physics -record /tmp/physics.jsonl
//	ecsbench world fit /tmp/physics.jsonl -o physics.yaml
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/internal/suite/world"
	"github.com/ecsbench/ecsbench/internal/suite/world/drive"
	"github.com/ecsbench/ecsbench/internal/suite/world/format"
	"github.com/ecsbench/ecsbench/internal/suite/world/play"
	"github.com/ecsbench/ecsbench/internal/sys/child"
)

// A pair is a program written by hand and its world file.
type pair struct {
	name    string
	world   string // file
	library string
	program string // its folder
	from    string // package of others whose files belong to the program
}

// Largest differences of percentiles.
const limit50, limit99 = 0.15, 0.25

var pairs = []pair{
	{"asteroids", "../examples/asteroids/asteroids.yaml", "ecs", "fidelity", ""},
	{"bullethell", "fidelity/bullethell/bullethell.yaml", "ark", "fidelity/bullethell", ""},
	{"physics", "fidelity/physics/physics.yaml", "unitoftime", "fidelity/physics", "github.com/unitoftime/ecs/bench"},
}

func main() {
	timed := flag.Bool("time", false, "time the frames of asteroids; the world comes on standard input")
	recording := flag.String("record", "", "write a recording of the program of -only to this `file`")
	only := flag.String("only", "", "compare programs whose names begin so")
	rounds := flag.Int("rounds", 8, "processes of each side, each linked in another order")
	steps := flag.Bool("steps", false, "print the time of each step of the world")
	flag.Parse()
	var err error
	failed := false
	switch {
	case *timed:
		err = playAsteroids()
	case *recording != "":
		err = record(*only, *recording)
	default:
		failed, err = compare(context.Background(), *only, *rounds, *steps)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "fidelity:", err)
		os.Exit(2)
	}
	if failed {
		os.Exit(1)
	}
}

// A side has the percentiles of its processes.
type side struct{ p50, p99 []float64 }

func (s *side) add(r *drive.Result) {
	frames, _ := play.Times(r)
	s.p50, s.p99 = append(s.p50, play.Percentile(frames, 0.5)), append(s.p99, play.Percentile(frames, 0.99))
}

func compare(ctx context.Context, only string, rounds int, steps bool) (failed bool, err error) {
	folder, err := os.MkdirTemp("", "ecsbench-fidelity-")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(folder)
	fmt.Printf("%-24s %-10s %12s %12s %8s %8s\n", "program", "percentile", "by hand", "world file", "ratio", "limit")
	for _, p := range pairs {
		if !strings.HasPrefix(p.name, only) {
			continue
		}
		wrong, err := p.compare(ctx, folder, rounds, steps)
		if err != nil {
			return false, fmt.Errorf("%s: %w", p.name, err)
		}
		failed = failed || wrong
	}
	return failed, nil
}

func (p pair) compare(ctx context.Context, folder string, rounds int, steps bool) (failed bool, err error) {
	w, err := world.Load(p.world)
	if err != nil {
		return false, err
	}
	s := play.NewExperiment(w, nil)
	var byHand, file side
	var last *drive.Result
	program, err := build(ctx, folder, w, p.library, rounds)
	if err != nil {
		return false, err
	}
	for round := range rounds {
		written, err := p.byHand(folder, round)
		if err != nil {
			return false, err
		}
		r, err := written.Run(ctx, &s.Spec, time.Minute, "-time")
		if err != nil {
			return false, err
		}
		byHand.add(r)
		if last, err = program.Turn(round).Run(ctx, &s.Spec, time.Minute); err != nil {
			return false, err
		}
		file.add(last)
	}
	for _, row := range []struct {
		name              string
		hand, file, limit float64
	}{
		{"p50", slices.Min(byHand.p50), slices.Min(file.p50), limit50},
		{"p99", statistics.Median(byHand.p99), statistics.Median(file.p99), limit99},
	} {
		a, b := row.hand, row.file
		mark := ""
		if b < a*(1-row.limit) || b > a*(1+row.limit) {
			failed, mark = true, "  outside"
		}
		fmt.Printf("%-24s %-10s %12v %12v %8.3f %7.0f%%%s\n", p.name, row.name, time.Duration(a).Round(10*time.Nanosecond), time.Duration(b).Round(10*time.Nanosecond), b/a, 100*row.limit, mark)
	}
	if steps {
		for i, ns := range last.Steps {
			fmt.Printf("  %-30s %10v\n", s.Spec.Steps[i].Name, time.Duration(ns))
		}
	}
	return failed, nil
}

// byHand builds the program that is written by hand, in a folder.
func (p pair) byHand(folder string, layout int) (play.Program, error) {
	path := filepath.Join(folder, fmt.Sprint(p.name, layout))
	args := []string{"build", "-ldflags=" + strings.Join(child.OrderFlags(layout), " "), "-o", path}
	if p.from != "" {
		overlay, err := p.overlay(folder)
		if err != nil {
			return play.Program{}, err
		}
		args = append(args, "-tags", p.name, "-overlay", overlay)
	}
	_, err := goCommand(append(args, "./"+p.program)...)
	return play.Program{Paths: []string{path}}, err
}

// overlay writes the file with which the go command finds the files of others in the folder
// of the program.
func (p pair) overlay(folder string) (path string, err error) {
	listed, err := goCommand("list", "-json=Dir,GoFiles", p.from)
	if err != nil {
		return "", err
	}
	var others struct {
		Dir     string
		GoFiles []string
	}
	if err := json.Unmarshal(listed, &others); err != nil {
		return "", err
	}
	there, err := filepath.Abs(p.program)
	if err != nil {
		return "", err
	}
	replace := make(map[string]string)
	for _, name := range others.GoFiles {
		replace[filepath.Join(there, name)] = filepath.Join(others.Dir, name)
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	path = filepath.Join(folder, p.name+".json")
	return path, os.WriteFile(path, text, 0o666)
}

func goCommand(args ...string) ([]byte, error) {
	out, err := exec.Command("go", args...).Output()
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
		return nil, fmt.Errorf("go %s: %w: %s", strings.Join(args, " "), err, failed.Stderr)
	}
	return out, err
}

// record writes a recording of a program.
func record(name, path string) error {
	i := slices.IndexFunc(pairs, func(p pair) bool { return p.name == name })
	switch {
	case i < 0:
		return fmt.Errorf("-record: no program %q: want -only asteroids, bullethell or physics", name)
	case name == "asteroids":
		return recordAsteroids(path)
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "ecsbench-fidelity-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	program, err := pairs[i].byHand(folder, 0)
	if err != nil {
		return err
	}
	out, err := exec.Command(program.Paths[0], "-record", path).CombinedOutput()
	if err != nil {
		return fmt.Errorf("recording %s: %w: %s", name, err, out)
	}
	return nil
}

// build builds the program of a world for a library, in a folder.
func build(ctx context.Context, folder string, w *format.World, library string, layouts int) (play.Program, error) {
	libraries, err := play.Named(library)
	if err != nil {
		return play.Program{}, err
	}
	programs, err := play.Build{Folder: folder, Layouts: layouts}.All(ctx, w, libraries)
	if err != nil {
		return play.Program{}, err
	}
	return programs[0], programs[0].Err
}
