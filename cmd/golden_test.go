//go:build linux

package cmd

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

// TestGolden plays the sessions in testdata/golden, one file per command, and requires exactly the
// recorded output. A session has comments, and commands in a folder that is empty at first:
//
//	# Wrong usage is one line.
//	$ ecsbench gate old.txt
//	2>  ecsbench: 2 arguments are needed, got 1; usage: ecsbench gate OLD NEW
//	[2]
//
// Standard output is indented, lines of standard error begin with 2>, and a last line has the exit
// code unless it is 0. Other commands than ecsbench are commands of a shell, those of Linux, in which
// TOP is the folder of this module. To add a case, write its command and use
//
//	go test ./cmd -run TestGolden -update
//
// Sessions below long measure or build, and run in CI.
func TestGolden(t *testing.T) {
	top, err := filepath.Abs("..")
	fixture.Check(t, err)
	bin := t.TempDir()
	fixture.Check(t, os.Symlink(program, filepath.Join(bin, "ecsbench")))
	t.Setenv("GOWORK", "off") // of a folder above
	t.Setenv("TOP", top)
	t.Setenv("LC_ALL", "C.UTF-8") // of sed and ls
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	for _, who := range []string{"AUTHOR", "COMMITTER"} { // so that commits have the same hash
		t.Setenv("GIT_"+who+"_NAME", "t")
		t.Setenv("GIT_"+who+"_EMAIL", "t@example.com")
		t.Setenv("GIT_"+who+"_DATE", "2026-03-01T12:00:00Z")
	}
	for _, pattern := range []string{"*.golden", "long/*.golden"} {
		files, err := filepath.Glob(filepath.Join("testdata", "golden", pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("no %s, %v", pattern, err)
		}
		for _, file := range files {
			name := strings.TrimPrefix(filepath.ToSlash(file), "testdata/")
			t.Run(strings.TrimSuffix(strings.TrimPrefix(name, "golden/"), ".golden"), func(t *testing.T) {
				if strings.HasPrefix(pattern, "long") {
					fixture.CI(t)
				}
				text := fixture.Read(t, file)
				fixture.Golden(t, name, played(t, string(text)))
			})
		}
	}
}

// played returns a session with the output that its commands print now.
func played(t *testing.T, session string) string {
	t.Helper()
	back, err := os.Getwd()
	fixture.Check(t, err)
	dir := t.TempDir()
	t.Chdir(dir)
	defer t.Chdir(back)
	var b strings.Builder
	before := byte('#')
	for line := range strings.Lines(session) {
		switch line[0] {
		case '#':
			if before != '#' {
				b.WriteByte('\n')
			}
			b.WriteString(line)
		case '$':
			b.WriteString(line)
			c := inShell(t, strings.TrimSpace(line[1:]))
			fmt.Fprint(&b, prefixed("    ", c.stdout, dir), prefixed("2>  ", c.stderr, dir))
			if c.code != ExitOK {
				fmt.Fprintf(&b, "[%d]\n", c.code)
			}
		default: // recorded output
			continue
		}
		before = line[0]
	}
	return b.String()
}

// prefixed returns printed text with a prefix of each line, without what varies: folders, the
// platform, the number of processors and durations.
func prefixed(prefix, text, dir string) string {
	text = strings.NewReplacer(dir+"/", "", dir, ".", os.Getenv("TOP"), "$TOP", runtime.GOOS+"/"+runtime.GOARCH, "OS/ARCH").Replace(text)
	for _, v := range varying {
		text = v.pattern.ReplaceAllString(text, v.with)
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(strings.TrimRight(prefix+line, " \n") + "\n")
	}
	return b.String()
}

var varying = []struct {
	pattern *regexp.Regexp
	with    string
}{
	{regexp.MustCompile(`(?m)(/n=\d+\S*)-\d+$`), "$1-P"}, // processors
	{regexp.MustCompile(`(\d+ samples? in )\S+;`), "${1}T;"},
}

var (
	shellWord = regexp.MustCompile(`(?:'[^']*'|[^\s'])+`)
	setting   = regexp.MustCompile(`^[A-Z]\w*=`)
)

// inShell runs a command line. A plain one of ecsbench runs in this process, which takes a
// millisecond: NAME=VALUE ecsbench ARGUMENTS >FILE. Use exec ecsbench for flags that change the process.
func inShell(t *testing.T, line string) call {
	t.Helper()
	words := shellWord.FindAllString(line, -1)
	at := 0
	for setting.MatchString(words[at]) {
		at++
	}
	if words[at] != "ecsbench" || strings.ContainsAny(line, "|&;<*`\"\\") || strings.Contains(line, "2>") {
		cmd := exec.Command("sh", "-c", line)
		return wait(t, cmd)
	}
	for _, s := range words[:at] {
		name, value, _ := strings.Cut(s, "=")
		defer os.Setenv(name, os.Getenv(name))
		os.Setenv(name, os.ExpandEnv(value))
	}
	args, to := words[at+1:], ""
	for i, word := range args {
		args[i] = os.ExpandEnv(strings.ReplaceAll(word, "'", ""))
	}
	if last := len(args) - 1; last >= 0 && strings.HasPrefix(args[last], ">") {
		args, to = args[:last], args[last][1:]
	}
	var stdout, stderr strings.Builder
	in := &interruption{}
	in.Context, in.cancel = context.WithCancel(t.Context())
	defer in.cancel()
	code := exitCode(execute(in, args, &stdout, &stderr), &stderr)
	if to != "" {
		write(t, ".", to, stdout.String())
		stdout.Reset()
	}
	return call{stdout.String(), stderr.String(), code}
}
