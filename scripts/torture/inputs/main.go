// Inputs gives ecsbench bad input, again and again: result files, profile files
// and flags, made at random from a seed.
//
//	go run -C scripts ./torture/inputs [-n 300] [-seed 1]
//
// Each must be refused with exit code 2 and one clear line on standard error,
// nothing on standard output, and nothing changed on disk, within half a minute.
// It prints what was done, and exits with 1 if anything is wrong.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
	"unicode"

	"github.com/ecsbench/ecsbench/scripts/program"
)

// A call is a command line, and the file that it is about.
type call struct {
	kind string
	args []string // FILE stands for the file
	file []byte
}

func main() {
	n := flag.Int("n", 300, "how many inputs")
	seed := flag.Uint64("seed", 1, "of all that is random")
	flag.Parse()
	program.Main("inputs", func(dir string) bool {
		ecsbench := program.Build(dir, program.Ecsbench)
		rng := rand.New(rand.NewPCG(*seed, 0))
		done, wrong := make(map[string]int), 0
		for i := range *n {
			c := kinds[i%len(kinds)](rng)
			done[c.kind]++
			if err := refused(ecsbench, filepath.Join(dir, fmt.Sprint(i)), c); err != nil {
				wrong++
				fmt.Printf("%d, %s: ecsbench %s: %v\n  of %q\n", i, c.kind, strings.Join(c.args, " "), err, c.file[:min(300, len(c.file))])
			}
		}
		fmt.Printf("%d bad inputs: %v\n%d wrong\n", *n, done, wrong)
		return wrong == 0
	})
}

// refused runs the program and returns the defect of its error message.
func refused(program, dir string, c call) error {
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	const good = commit + "goos: linux\nBenchmarkX/impl=dense/n=10-2 1 5 ns/op\n"
	for name, text := range map[string][]byte{"bad": c.file, "good": []byte(good)} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			return err
		}
	}
	before, err := tree(dir)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, c.args...)
	cmd.Dir = dir
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		return err
	}
	said := strings.TrimSuffix(stderr.String(), "\n")
	after, err := tree(dir)
	switch code := cmd.ProcessState.ExitCode(); {
	case err != nil:
		return err
	case ctx.Err() != nil:
		return errors.New("it did not end")
	case strings.Contains(said, "goroutine "):
		return fmt.Errorf("a panic: %s", said)
	case c.kind == damagedLine:
		if code != 0 || !strings.HasPrefix(said, "warning: bad:") || strings.Contains(said, "\n") || strings.ContainsFunc(said, func(r rune) bool { return !unicode.IsPrint(r) }) {
			return fmt.Errorf("exit code %d, and not one clear warning: %q", code, said)
		}
		return nil
	case code != 2:
		return fmt.Errorf("exit code %d, and it prints %q", code, said)
	case !strings.HasPrefix(said, "ecsbench: ") || strings.Contains(said, "\n") || len(said) > 1000:
		return fmt.Errorf("not one clear line: %q", said)
	case strings.ContainsFunc(said, func(r rune) bool { return !unicode.IsPrint(r) }):
		return fmt.Errorf("its output is not printable: %q", said)
	case stdout.Len() > 0:
		return fmt.Errorf("it prints %q", stdout.String())
	case before != after:
		return fmt.Errorf("files were\n%s and are\n%s", before, after)
	}
	return nil
}

// tree lists the content of a folder.
func tree(dir string) (string, error) {
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			fmt.Fprintln(&b, path)
			return err
		}
		text, err := os.ReadFile(path)
		fmt.Fprintf(&b, "%s %q\n", path, text)
		return err
	})
	return b.String(), err
}
