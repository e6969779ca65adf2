//go:build unix

package cmd

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

// protocolBlocks returns the code blocks in a language of docs/protocol.md.
func protocolBlocks(t *testing.T, language string) (blocks []string) {
	t.Helper()
	for _, b := range block.FindAllStringSubmatch(manual(t)["docs/protocol.md"], -1) {
		if b[1] == language {
			blocks = append(blocks, b[2])
		}
	}
	if len(blocks) == 0 {
		t.Fatalf("docs/protocol.md has no block in %s", language)
	}
	return blocks
}

// script writes an executable file.
func script(t *testing.T, dir, name, text string) {
	t.Helper()
	fixture.Check(t, os.Chmod(write(t, dir, name, text), 0o700))
}

// answering is a shell script that prints a line.
func answering(line string) string { return "#!/bin/sh\necho '" + line + "'\n" }

// The exchanges of the page are those of a worker: the same fields and units, and the same reasons.
func TestExchangesOfTheProtocol(t *testing.T) {
	fixture.Long(t)
	for _, exchange := range protocolBlocks(t, "json") {
		request, want, _ := strings.Cut(strings.TrimSpace(exchange), "\n")
		cmd := exec.Command(program, workerVerb)
		stdin, err := cmd.StdinPipe() // stays open
		fixture.Check(t, err)
		time.AfterFunc(time.Minute, func() { stdin.Close() })
		go fmt.Fprintln(stdin, request)
		got, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v", request, err)
		}
		number := regexp.MustCompile(`:[-+.e0-9]+([,}])`)
		shape := func(answer string) string { return number.ReplaceAllString(strings.TrimSpace(answer), ":0$1") }
		// Not every machine has a noise probe and a clock.
		noise := regexp.MustCompile(`,"(probe|noise|disturbed)":\w+|,\{"value":0,"unit":"(cycles/entity|clock-GHz)"\}`)
		if a, b := noise.ReplaceAllString(shape(string(got)), ""), noise.ReplaceAllString(shape(want), ""); a != b {
			t.Errorf("%s: the worker answers\n%s, and the page has\n%s", request, a, b)
		}
	}
}

// The programs of the page are measured: planned, run, resumed and reported like libraries.
func TestProgramsOfTheProtocol(t *testing.T) {
	fixture.CI(t)
	t.Parallel()
	source := protocolBlocks(t, "go")[0]
	dir := t.TempDir()
	build := exec.Command("go", "build", "-o", "program", write(t, dir, "main.go", source))
	build.Dir = dir
	fixture.Run(t, build)
	args := small("--impl", "mine=./program", "--impl", "dense", "--scenario", "iterate,lookup")
	if _, err := exec.LookPath("python3"); err == nil {
		script(t, dir, "mine.py", protocolBlocks(t, "python")[0])
		args = append(args, "--impl", "python=./mine.py")
	}
	expect(t, dir, ExitOK, []string{"Iterate/impl=mine/comps=2/n=100"}, append(args, "--dry-run")...)
	expect(t, dir, ExitOK, []string{"mine", "in run.txt", "samples of mine"}, args...)
	path := filepath.Join(dir, "run.txt")
	taken := samples(t, path)
	for name, n := range taken {
		if strings.HasPrefix(name, "Lookup") != strings.Contains(name, "impl=dense") && !strings.HasPrefix(name, "Iterate") || n != 2 {
			t.Errorf("%s has %d samples", name, n)
		}
	}
	compiled, err := compiled()
	fixture.Check(t, err)
	own := exec.Command(compiled, append(args, "-o", "compiled.txt")...)
	own.Dir = dir
	if c := finish(t, own); c.code != ExitOK || len(samples(t, filepath.Join(dir, "compiled.txt"))) != len(taken) {
		t.Errorf("the compiled program: exit code %d\n%s%s", c.code, c.stdout, c.stderr)
	}
	expect(t, dir, ExitOK, []string{" mine "}, "report", "run.txt", "--format", "table")
	c := expect(t, dir, ExitOK, nil, "run", "--resume", "run.txt", "--format", "json")
	if !regexp.MustCompile(`"impl": *"mine",\s*"role": *"library"`).MatchString(c.stdout) {
		t.Errorf("mine is no library:\n%s", c.stdout)
	}
	// As if the run had been interrupted before the last sample.
	text := fixture.Read(t, path)
	if !strings.Contains(string(text), "mine is a program, whose work is verified in iterate, physics, create only") {
		t.Errorf("lookup:\n%s", text)
	}
	last := regexp.MustCompile(`(?s)BenchmarkIterate/impl=mine[^\n]*\n`).FindAllIndex(text, -1)
	kept := string(text[:last[1][0]]) + string(text[last[1][1]:])
	kept, _, _ = strings.Cut(kept, "# end")
	write(t, dir, "run.txt", kept)
	expect(t, dir, ExitOK, []string{"1 sample in"}, "run", "--resume", "run.txt")
	if n := len(samples(t, path)); n != len(taken) {
		t.Errorf("%d cases after the resumption, %d before", n, len(taken))
	}
	script(t, dir, "program", "#!/bin/sh\n")
	rejected(t, dir, `its program "./program" has changed since`, "run", "--resume", "run.txt")
}

// Each scenario that the page lists is verified in every field: a right answer is measured, and a
// wrong one is a failed case.
func TestWorkOfPrograms(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ scenario, comps, visited, state string }{
		{"iterate", "1", "1", "0.015625,0.015625"},
		{"iterate:mode=chunk", "2", "1", "-0.046875,-0.046875,-3,-3"},
		{"iterate", "3", "1", "-0.01171875,-0.01171875,-3,-3,0.25"},
		{"physics", "2", "100", "-4.6875,-4.6875,-3,-3"},
		{"create:mode=batch", "2", "1", "-0.046875,-0.046875,-3,-3"},
	} {
		t.Run(test.scenario+" "+test.comps, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			answer := func(visited, state string) {
				script(t, dir, "program", answering(fmt.Sprintf(`{"iterations":1,"values":[{"value":5,"unit":"ns/op"},{"value":8,"unit":"B/op"}],"runs":1,"visited":%s,"state":[[%s]]}`, visited, state)))
			}
			args := []string{"run", "--impl", "mine=./program", "--scenario", test.scenario, "--components", test.comps, "--entities", "1", "--rounds", "1", "--force", "-o", "run.txt"}
			answer(test.visited, test.state)
			expect(t, dir, ExitOK, []string{"1 sample in"}, args...)
			text, err := os.ReadFile(filepath.Join(dir, "run.txt"))
			if err != nil || !regexp.MustCompile(`\t\s*5 ns/op\t.*\t\s*8 B/op\n`).Match(text) {
				t.Errorf("%v\n%s", err, text)
			}
			fields := strings.Split(test.state, ",")
			for i, value := range fields {
				fields[i] = "7"
				answer(test.visited, strings.Join(fields, ","))
				c := expect(t, dir, ExitCaseFailed, []string{"failed: ", "wrong state: entity 1 of 1", "is not ranked"}, args...)
				if strings.Contains(c.stdout, "--verify") {
					t.Errorf("it names a command for implementations of this program:\n%s", c.stdout)
				}
				fields[i] = value
			}
			answer("3", test.state)
			expect(t, dir, ExitCaseFailed, []string{"wrong work: entities visited by Run 3, want " + test.visited}, args...)
			answer(test.visited, test.state+",1")
			expect(t, dir, ExitCaseFailed, []string{"wrong state: entity 1 has"}, args...)
			answer(test.visited, test.state+"],["+test.state)
			expect(t, dir, ExitCaseFailed, []string{"wrong state: it has 2 entities, want 1"}, args...)
		})
	}
}

// A program that stops working during a run is a failed case, and others are measured.
func TestProgramThatDiesLater(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	answer := `{"iterations":1,"values":[{"value":5,"unit":"ns/op"}],"runs":1,"visited":1,"state":[[0.015625,0.015625]]}`
	script(t, dir, "program", "#!/bin/sh\nif [ -e greeted ]; then echo rubbish; else echo '"+answer+"'; fi\ntouch greeted\n")
	expect(t, dir, ExitCaseFailed, []string{"failed: Iterate/impl=mine", "answer not understood"},
		"run", "--impl", "dense,mine=./program", "--scenario", "iterate", "--components", "1", "--entities", "1", "--rounds", "1", "-o", "run.txt")
	if n := len(samples(t, filepath.Join(dir, "run.txt"))); n != 1 {
		t.Errorf("%d cases with samples", n)
	}
}
