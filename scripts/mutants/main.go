// Command mutants measures how many faults the tests detect. It changes the code at random
// places, one at a time, and runs tests: those of the package, with -short and then all, then of
// packages that import it, then of all others that contain it. A change that no test detects is a
// survivor.
//
//	go run -C scripts ./mutants -n 40 -seed 1 -o mutants.json internal/suite/measure internal/perf/gate results report
//	go run -C scripts ./mutants -module ecs
//
// It can be stopped at any time. Changes in the file of -o are not tried again while the
// code is unchanged.
//
// Each change is compiled with go test -overlay, so no file is changed. The kinds of
// changes are the usual ones of mutation testing (R. A. DeMillo, R. J. Lipton, F. G.
// Sayward, "Hints on Test Data Selection", 1978): another operator, another constant, a
// negated condition, a removed statement.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/scripts/program"
)

func main() {
	n := flag.Int("n", 40, "how many places to change")
	seed := flag.Uint64("seed", 1, "of the places")
	least := flag.Int("least", -1, "fail where fewer changes are noticed; 9 of 10 by default")
	limit := flag.Duration("timeout", 4*time.Minute, "for the tests of a package; a change that makes them hang is noticed")
	file := flag.String("o", "", "`file` that keeps what was tried")
	module := flag.String("module", ".", "`folder` of the module to change")
	flag.Parse()
	if *least < 0 {
		*least = *n * 9 / 10
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := errors.Join(program.EnterProject(), os.Chdir(*module)); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(2)
	}
	noticed, err := run(ctx, *module, flag.Args(), *n, *seed, *limit, *file)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(2)
	}
	fmt.Printf("%d of %d changes were noticed\n", noticed, *n)
	if noticed < *least {
		os.Exit(1)
	}
}

// run makes n changes below the folders and counts those that tests notice.
func run(ctx context.Context, module string, folders []string, n int, seed uint64, limit time.Duration, file string) (noticed int, err error) {
	if len(folders) == 0 {
		folders = []string{"internal/suite/measure", "internal/perf/gate", "results", "report"}
		if module != "." {
			folders = []string{"."}
		}
	}
	var all []mutant
	for _, f := range folders {
		found, err := mutantsBelow(f)
		if err != nil {
			return 0, err
		}
		all = append(all, found...)
	}
	if len(all) < n {
		return 0, fmt.Errorf("only %d places to change in %s", len(all), strings.Join(folders, ", "))
	}
	users, err := concerned(ctx)
	if err != nil {
		return 0, err
	}
	dir, err := os.MkdirTemp("", "mutants-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	sound := make(map[string]error) // test results of unchanged packages
	rng := rand.New(rand.NewPCG(seed, 0))
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	journal, err := program.OpenJournal(file, trial.key)
	if err != nil {
		return 0, err
	}
	for _, m := range all {
		t, ok := journal.Tried(trial{Seed: seed, Mutant: m.String()}.key())
		if !ok {
			own := "./" + m.folder()
			if _, ok := sound[own]; !ok {
				sound[own] = exec.CommandContext(ctx, "go", "test", own).Run()
			}
			if ctx.Err() != nil {
				return noticed, ctx.Err()
			}
			if sound[own] != nil {
				return noticed, fmt.Errorf("the tests of %s fail without any change", own)
			}
			start := time.Now()
			by, err := m.tested(ctx, dir, users[m.folder()], limit)
			if err != nil {
				return noticed, err
			}
			t = trial{seed, m.String(), by, time.Since(start).Seconds()}
			if err := journal.Add(t); err != nil {
				return noticed, err
			}
		}
		switch t.By {
		case notCompiled: // no evidence about the tests
			continue
		case "":
			fmt.Printf("SURVIVED  %s (%.0f s)\n", m, t.Seconds)
		default:
			noticed++
			fmt.Printf("noticed   %s, by %s (%.0f s)\n", m, t.By, t.Seconds)
		}
		if n--; n == 0 {
			break
		}
	}
	return noticed, nil
}

// A trial is what came of a change.
type trial struct {
	Seed    uint64
	Mutant  string
	By      string // the test that noticed it, or [notCompiled], or ""
	Seconds float64
}

func (t trial) key() string { return fmt.Sprint(t.Seed, t.Mutant) }

// notCompiled is the answer for a change that is no program.
const notCompiled = "the compiler"

// tested runs the tests of a mutant's own package, then those of each importer, then
// all others at once, until one fails. It returns its name, or "".
func (m mutant) tested(ctx context.Context, dir string, users users, limit time.Duration) (by string, err error) {
	path := filepath.Join(dir, "mutant.go")
	if err := os.WriteFile(path, m.text, 0o666); err != nil {
		return "", err
	}
	original, err := filepath.Abs(m.file)
	if err != nil {
		return "", err
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {original: path}})
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "overlay.json"), overlay, 0o666)
	}
	if err != nil {
		return "", err
	}
	flags := []string{"-vet=off", "-overlay=" + filepath.Join(dir, "overlay.json")}
	own := filepath.Join(dir, "own.test")
	_ = os.Remove(own)
	if err := exec.CommandContext(ctx, "go", append(append([]string{"test", "-c", "-o", own}, flags...), "./"+m.folder())...).Run(); err != nil {
		return notCompiled, ctx.Err()
	}
	for _, short := range []string{"true", "false"} {
		if _, err := os.Stat(own); err != nil {
			break // the package has no tests
		}
		cmd := exec.CommandContext(ctx, own, "-test.failfast", "-test.short="+short, "-test.timeout="+limit.String())
		cmd.Dir = m.folder()
		if out, err := cmd.CombinedOutput(); err != nil {
			if ctx.Err() != nil {
				return "", ctx.Err()
			}
			return firstFailure(string(out) + "\nFAIL\t./" + m.folder()), nil
		}
	}
	var rounds [][]string
	for _, pkg := range users.near {
		rounds = append(rounds, []string{pkg})
	}
	if len(users.far) > 0 {
		rounds = append(rounds, users.far)
	}
	for _, pkgs := range rounds {
		args := append(append([]string{"test", "-failfast", "-timeout=" + limit.String()}, flags...), pkgs...)
		if out, err := exec.CommandContext(ctx, "go", args...).CombinedOutput(); err != nil {
			if ctx.Err() != nil {
				return "", ctx.Err()
			}
			return firstFailure(string(out)), nil
		}
	}
	return "", nil
}

// firstFailure returns the failed test and its package, as far as known.
func firstFailure(out string) string {
	test := ""
	for line := range strings.Lines(out) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "--- FAIL: "); ok && test == "" {
			test, _, _ = strings.Cut(name, " ")
		}
		if pkg, ok := strings.CutPrefix(line, "FAIL\t"); ok {
			pkg, _, _ = strings.Cut(pkg, "\t")
			return strings.TrimSpace(pkg + " " + test)
		}
	}
	return "a package that failed without a message"
}

// users are the packages whose tests a package is a part of, itself apart.
type users struct {
	near []string // direct importers
	far  []string // indirect importers
}

// concerned returns the test packages that depend on each folder.
func concerned(ctx context.Context) (map[string]users, error) {
	out, err := exec.CommandContext(ctx, "go", "list", "-test", "-json=ImportPath,ForTest,Imports,Deps,Module", "./...").Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	all := make(map[string]users)
	imports := make(map[string][]string) // of a package, its tests apart
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			ImportPath, ForTest string
			Imports, Deps       []string
			Module              struct{ Path string }
		}
		if err := d.Decode(&p); err == io.EOF {
			return all, nil
		} else if err != nil {
			return nil, fmt.Errorf("read what go list prints: %w", err)
		}
		pkg, isTest := strings.CutSuffix(p.ImportPath, ".test")
		if !isTest {
			if p.ForTest == "" {
				imports[p.ImportPath] = p.Imports
			}
			continue
		}
		for _, dep := range p.Deps {
			dep, _, _ = strings.Cut(dep, " ") // a package compiled for a test has a suffix
			folder, ours := strings.CutPrefix(dep+"/", p.Module.Path+"/")
			folder = filepath.Clean(folder)
			if !ours || dep == pkg {
				continue
			}
			u := all[folder]
			list := &u.far
			if slices.Contains(imports[pkg], dep) {
				list = &u.near
			}
			if !slices.Contains(*list, pkg) { // it may be there twice, compiled for the test too
				*list = append(*list, pkg)
			}
			all[folder] = u
		}
	}
}
