// Verymany checks that the cost per item does not grow in result files with 10,000
// configurations and 200,000 case names, for all commands that read results.
//
//	go run -C scripts ./verymany [-configurations 10000] [-names 200000] [-samples 6] [-most 10s]
//
// It prints time and memory of each command, beside those for a tenth of the items, and the
// parts that the page omits. History of 200,000 names at twelve commits takes 6 GB. The
// exit code is 1 if a command needs too much processor time: more than -most for the
// configurations, or more than 20 times that for a tenth.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/scripts/program"
)

// A kind of thing that there are very many of.
type kind struct {
	name    string
	most    *int
	bounded bool               // in time
	line    func(i int) string // the configuration and the names of the i-th
}

// commits are as many as history needs to find steps.
const commits = 12

func main() {
	configurations := flag.Int("configurations", 10_000, "different configurations")
	names := flag.Int("names", 200_000, "names of cases")
	samples := flag.Int("samples", 6, "of each case, but one where there is one file for each commit")
	most := flag.Duration("most", 10*time.Second, "processor time of a command")
	flag.Parse()
	kinds := []kind{
		{"configurations", configurations, true, func(i int) string {
			return fmt.Sprintf("cpu: c%d\npkg: p%d\nBenchmarkX/impl=dense/n=10-2 BenchmarkX/impl=soa/n=10-2", i, i)
		}},
		{"names: a scenario each", names, false, func(i int) string { return fmt.Sprintf("BenchmarkX%d/impl=dense/n=10-2", i) }},
		{"names: a size each", names, false, func(i int) string { return fmt.Sprintf("BenchmarkX/impl=dense/n=%d-2", i+1) }},
		{"names: a key of its own each", names, false, func(i int) string { return fmt.Sprintf("BenchmarkX/impl=dense/seed=%d/n=10-2", i) }},
	}
	program.Main("verymany", func(dir string) bool { return all(dir, kinds, *samples, *most) })
}

// all reports whether every command was fast enough.
func all(dir string, kinds []kind, samples int, most time.Duration) (good bool) {
	ecsbench := program.Build(dir, program.Ecsbench)
	good = true
	for _, k := range kinds {
		tenth := make(map[string]time.Duration)
		for _, n := range []int{*k.most / 10, *k.most} {
			fmt.Printf("%d %s\n", n, k.name)
			files := filepath.Join(dir, "files")
			k.write(files, n, samples)
			for _, args := range []string{
				"compare old.txt new.txt", "gate old.txt new.txt", "history commits", "report new.txt -o page", "report new.txt --baseline old.txt --format markdown",
			} {
				cmd := exec.Command(ecsbench, strings.Fields(args)...)
				cmd.Dir = files
				out, c, err := program.Run(cmd)
				if code := cmd.ProcessState.ExitCode(); err != nil && code != 1 && code != 3 { // verdicts are no errors
					program.Check(err)
				}
				mark := ""
				if k.bounded && c.CPU > most || n == *k.most && c.CPU > 20*tenth[args] {
					good, mark = false, "  TOO SLOW"
				}
				tenth[args] = c.CPU
				fmt.Printf("  %-54s %s  %8d KB of output%s\n", args, c, len(out)>>10, mark)
			}
			page := program.Must(os.ReadFile(filepath.Join(files, "page", "report.html")))
			fmt.Printf("  the page has %d KB, and reports: %s\n", len(page)>>10, bytes.Join(folded.FindAll(page, -1), []byte("; ")))
			program.Check(os.RemoveAll(files))
		}
	}
	return good
}

var folded = regexp.MustCompile(`[\d,]+ more [^"<.:]+`)

// write makes two files to compare and a folder with a file for each commit, in
// which the newest half is slower.
func (k kind) write(dir string, n, samples int) {
	for i, name := range []string{"old.txt", "new.txt"} {
		k.writeFile(filepath.Join(dir, name), n, samples, uint64(i), 1, "")
	}
	for i := range commits {
		day := time.Date(2026, 1, 1+i, 0, 0, 0, 0, time.UTC).Format(time.RFC3339)
		head := fmt.Sprintf("# env {\"os\":\"linux\",\"arch\":\"amd64\",\"cpu\":\"c\",\"cpus\":2,\"commit\":\"c%d\",\"commitTime\":%q}\n", i, day)
		k.writeFile(filepath.Join(dir, "commits", fmt.Sprintf("%d.txt", i)), n, 1, uint64(i), 1+float64(i/6)/5, head)
	}
}

func (k kind) writeFile(path string, n, samples int, seed uint64, factor float64, head string) {
	program.Check(os.MkdirAll(filepath.Dir(path), 0o755))
	f := program.Must(os.Create(path))
	w := bufio.NewWriter(f)
	w.WriteString(head)
	rng := rand.New(rand.NewPCG(1, seed))
	for i := range n {
		fields := strings.Fields(k.line(i))
		for _, field := range fields {
			if !strings.HasPrefix(field, "Benchmark") {
				end := "\n"
				if strings.HasSuffix(field, ":") {
					end = " "
				}
				w.WriteString(field + end)
				continue
			}
			for range samples {
				fmt.Fprintf(w, "%s 100 %.4g ns/op\n", field, factor*1000*math.Exp(0.01*rng.NormFloat64()))
			}
		}
	}
	program.Check(errors.Join(w.Flush(), f.Close()))
}
