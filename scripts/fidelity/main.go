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
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/internal/world"
	"github.com/ecsbench/ecsbench/internal/world/drive"
	"github.com/ecsbench/ecsbench/internal/world/format"
	"github.com/ecsbench/ecsbench/internal/world/play"
)

// A pair is a program written by hand and its world file.
type pair struct {
	name     string
	world    string // file
	library  string
	program  string   // folder in the libraries module; "" for a program of package ecs, which is this one
	flags    []string // with which it times its frames
	p50, p99 float64  // largest differences
	from     string   // package of others whose files belong to the program
}

var pairs = append([]pair{
	{"asteroids", "../examples/asteroids/asteroids.yaml", "ecs", "", []string{"-play"}, 0.15, 0.25, ""},
	{"bullethell", "../libraries/bullethell/bullethell.yaml", "ark", "bullethell", []string{"-time"}, 0.15, 0.25, ""},
	{"physics", "../libraries/physics/physics.yaml", "unitoftime", "physics", []string{"-time"}, 0.15, 0.25, "github.com/unitoftime/ecs/bench"},
}, mixed("ecs", "ark", "arche", "teishoku", "unitoftime", "volt", "gameengine", "simple", "ooftn", "andygeiss", "donburi")...)

// mixed is the scenario of this name on libraries. Its p99 has no limit.
func mixed(libraries ...string) (list []pair) {
	for _, l := range libraries {
		list = append(list, pair{"mixed/" + l, "fidelity/mixed.yaml", l, "mixed", []string{"-impl", l}, 0.03, math.Inf(1), ""})
	}
	return list
}

func main() {
	timed := flag.Bool("play", false, "time the frames of asteroids; the world comes on standard input")
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
	var ports []port
	for _, p := range pairs {
		if !strings.HasPrefix(p.name, only) {
			continue
		}
		wrong, p50, err := p.compare(ctx, folder, rounds, steps)
		if err != nil {
			return false, fmt.Errorf("%s: %w", p.name, err)
		}
		failed = failed || wrong
		if p.program == "mixed" {
			ports = append(ports, p50)
		}
	}
	return orders(ports) || failed, nil
}

// A port has the p50 of a library: of the program written by hand, and of the world file.
type port struct{ hand, file float64 }

// orders prints how many pairs of libraries that differ by more than a tenth by hand
// have the same order by their world files. Less than nine of ten has failed.
func orders(ports []port) (failed bool) {
	pairs, same := 0, 0
	for i, a := range ports {
		for _, b := range ports[:i] {
			if max(a.hand, b.hand) > 1.1*min(a.hand, b.hand) {
				pairs++
				if (a.hand < b.hand) == (a.file < b.file) {
					same++
				}
			}
		}
	}
	if pairs > 0 {
		fmt.Printf("%d pairs of libraries differ by more than 10%% by hand; world files order %d of them the same\n", pairs, same)
	}
	return 10*same < 9*pairs
}

func (p pair) compare(ctx context.Context, folder string, rounds int, steps bool) (failed bool, p50 port, err error) {
	w, err := world.Load(p.world)
	if err != nil {
		return false, p50, err
	}
	s := play.NewSession(w, nil)
	var byHand, file side
	var last *drive.Result
	program, err := build(ctx, folder, w, p.library, rounds)
	if err != nil {
		return false, p50, err
	}
	for round := range rounds {
		written, err := p.byHand(folder, round)
		if err != nil {
			return false, p50, err
		}
		r, err := written.Run(ctx, &s.Spec, time.Minute, p.flags...)
		if err != nil {
			return false, p50, err
		}
		byHand.add(r)
		if last, err = program.Turn(round).Run(ctx, &s.Spec, time.Minute); err != nil {
			return false, p50, err
		}
		file.add(last)
	}
	p50 = port{slices.Min(byHand.p50), slices.Min(file.p50)}
	for _, row := range []struct {
		name string
		port
		limit float64
	}{{"p50", p50, p.p50}, {"p99", port{statistics.Median(byHand.p99), statistics.Median(file.p99)}, p.p99}} {
		a, b := row.hand, row.file
		mark := ""
		if b < a*(1-row.limit) || b > a*(1+row.limit) {
			failed, mark = true, "  outside"
		}
		if math.IsInf(row.limit, 1) {
			continue
		}
		fmt.Printf("%-24s %-10s %12v %12v %8.3f %7.0f%%%s\n", p.name, row.name, time.Duration(a).Round(10*time.Nanosecond), time.Duration(b).Round(10*time.Nanosecond), b/a, 100*row.limit, mark)
	}
	if steps {
		for i, ns := range last.Steps {
			fmt.Printf("  %-30s %10v\n", s.Spec.Steps[i].Name, time.Duration(ns))
		}
	}
	return failed, p50, nil
}

// byHand builds the program that is written by hand, in a folder.
func (p pair) byHand(folder string, layout int) (play.Program, error) {
	module, name := "../libraries", p.program
	if name == "" {
		module, name = ".", "fidelity"
	}
	path := filepath.Join(folder, fmt.Sprint(name, layout))
	if _, err := os.Stat(path); err == nil {
		return play.Program{Paths: []string{path}}, nil
	}
	args := []string{"build", "-ldflags=" + strings.Join(play.LinkerFlags(layout), " "), "-o", path}
	if p.from != "" {
		overlay, err := p.overlay(folder)
		if err != nil {
			return play.Program{}, err
		}
		args = append(args, "-tags", p.program, "-overlay", overlay)
	}
	_, err := goIn(module, append(args, "./"+name)...)
	return play.Program{Paths: []string{path}}, err
}

// overlay writes the file with which the go command finds the files of others in the folder
// of the program.
func (p pair) overlay(folder string) (path string, err error) {
	listed, err := goIn("../libraries", "list", "-json=Dir,GoFiles", p.from)
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
	there, err := filepath.Abs(filepath.Join("../libraries", p.program))
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
	path = filepath.Join(folder, p.program+".json")
	return path, os.WriteFile(path, text, 0o666)
}

// goIn runs the go command in the folder of a module.
func goIn(module string, args ...string) ([]byte, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = module
	out, err := cmd.Output()
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
	case pairs[i].program == "":
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
