package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/scripts/program"
)

// A module is public, and has benchmarks with loops of the usual form.
type module struct {
	path       string // with the version
	file       string // of the benchmarks
	benchmarks []string
	dir        string
	times      map[string]float64 // ns/op
}

var modules = []module{
	{path: "github.com/google/uuid@v1.6.0", file: "uuid_test.go", benchmarks: []string{"UUIDs_Strings", "Parse", "UUID_URN", "New"}},
	{path: "github.com/julienschmidt/httprouter@v1.3.1-0.20240130105656-484018016424", file: "path_test.go", benchmarks: []string{"PathClean", "PathCleanLong"}},
	{path: "github.com/dustin/go-humanize@v1.0.1", file: "comma_test.go", benchmarks: []string{"Commas", "Commaf", "BigCommas"}},
	{path: "github.com/mitchellh/mapstructure@v1.5.0", file: "mapstructure_benchmark_test.go", benchmarks: []string{"_Decode", "_DecodeMap", "_DecodeSlice", "_DecodeTagged"}},
	{path: "github.com/gorilla/mux@v1.8.1", file: "bench_test.go", benchmarks: []string{"Mux", "MuxAlternativeInRegexp", "ManyPathVariables"}},
}

// A series is what all pairs need.
type series struct {
	ctx     context.Context
	dir     string
	program string
	budget  time.Duration
	step    float64 // nanoseconds of an iteration of injected work
}

const samples = 10 // of each side in plain runs

// try measures and judges a pair.
func (s *series) try(m *module, condition string, slowdown float64, repeat int) (list []judgement) {
	if m.dir == "" {
		s.fetch(m)
	}
	s.git(m.dir, "checkout", "--quiet", "--force", "--detach", "base")
	base, head := filepath.Join(s.dir, "base.test"), filepath.Join(s.dir, "head.test")
	s.build(m, base)
	m.write(s, slowdown, condition == "order")
	s.build(m, head)
	s.git(m.dir, "add", "--all")
	s.git(m.dir, "commit", "--quiet", "--allow-empty", "--message", "head")
	first := s.plainRuns(m, base)
	files := [2]string{filepath.Join(s.dir, "base.txt"), filepath.Join(s.dir, "head.txt")}
	pattern := "^Benchmark(" + strings.Join(m.benchmarks, "|") + ")$"
	folder := "./" + filepath.Dir(m.file)
	bench := func(revision, file string) {
		s.output(m.dir, "bench", revision, "--bench", pattern, "--budget", s.budget.String(), "--force", "--quiet", "-o", file, folder)
	}
	bench("base", files[0])
	if condition == "later" {
		time.Sleep(s.budget) // other work of the machine changes meanwhile
	}
	if condition == "neighbour" {
		busy := exec.CommandContext(s.ctx, "sh", "-c", "while :; do :; done")
		program.Check(busy.Start())
		defer func() { busy.Process.Kill(); busy.Wait() }()
	}
	second := s.plainRuns(m, head)
	bench("HEAD", files[1])
	gated := s.slower(m, "gate", files[0], files[1], "--format", "json")
	ab := []string{"ab", "base", "HEAD", "--bench", pattern, "--budget", s.budget.String(), "--quiet", "--format", "json"}
	found := s.slower(m, append(ab, folder)...)
	counted := s.slower(m, append(ab, "--metric", "instructions", folder)...)
	load := string(program.Must(os.ReadFile("/proc/loadavg")))
	for _, b := range m.benchmarks {
		j := judgement{Module: m.path, Benchmark: b, Condition: condition, Slowdown: slowdown, Repeat: repeat, Base: first[b], Head: second[b], Load: strings.Fields(load)[0]}
		j.Alarms = plain(j.Base, j.Head)
		j.Alarms["ecsbench gate"], j.Alarms["ecsbench ab"], j.Alarms[byInstructions] = gated[b], found[b], counted[b]
		list = append(list, j)
	}
	return list
}

// fetch makes a repository of a module whose loops call spinning work, which is none at first.
func (s *series) fetch(m *module) {
	empty := program.Must(os.MkdirTemp(s.dir, "empty"))
	program.Check(os.WriteFile(filepath.Join(empty, "go.mod"), []byte("module empty\n"), 0o666))
	var info struct{ Dir string }
	program.Check(json.Unmarshal(s.command(empty, "go", "mod", "download", "-json", m.path), &info))
	m.dir = filepath.Join(s.dir, strings.NewReplacer("/", "-", "@", "-").Replace(m.path))
	program.Check(os.CopyFS(m.dir, os.DirFS(info.Dir)))
	s.command(m.dir, "chmod", "-R", "u+w", ".")
	file := filepath.Join(m.dir, m.file)
	text := string(program.Must(os.ReadFile(file)))
	for _, b := range m.benchmarks {
		loop := regexp.MustCompile(`(?s)(\nfunc Benchmark` + b + `\(b \*testing\.B\) \{.*?)(\n\s*for (?:\w+ := 0; \w+ < b\.N; \w+\+\+|b\.Loop\(\)|pb\.Next\(\)|range b\.N|\w+ < b\.N) \{)`)
		if !loop.MatchString(text) {
			program.Check(fmt.Errorf("%s has no loop in Benchmark%s", m.file, b))
		}
		text = loop.ReplaceAllString(text, "${1}${2}\n\t\tgatesSpin(gates"+b+")")
	}
	program.Check(os.WriteFile(file, []byte(text), 0o666))
	m.times = map[string]float64{}
	m.write(s, 0, false)
	s.git(m.dir, "init", "--quiet")
	s.git(m.dir, "add", "--all")
	s.git(m.dir, "commit", "--quiet", "--message", "base")
	s.git(m.dir, "tag", "base")
	path := filepath.Join(s.dir, "times.test")
	s.build(m, path)
	for b, times := range s.plainRuns(m, path) {
		m.times[b] = min(times[0], times[len(times)-1])
	}
	if s.step == 0 {
		s.step = s.spinTime(m)
	}
}

// spinTime measures an iteration of injected work.
func (s *series) spinTime(m *module) float64 {
	const iterations = 10_000
	b := m.benchmarks[0]
	m.iterations(map[string]int{b: iterations}, false)
	path := filepath.Join(s.dir, "times.test")
	s.build(m, path)
	times := s.plainRuns(m, path)[b]
	return (min(times[0], times[len(times)-1]) - m.times[b]) / iterations
}

// write writes injected work of a share of each benchmark. With inert, functions are placed
// elsewhere by code that is never executed.
func (m *module) write(s *series, share float64, inert bool) {
	n := map[string]int{}
	for b, ns := range m.times {
		if share > 0 {
			n[b] = max(1, int(share*ns/s.step+0.5))
		}
	}
	m.iterations(n, inert && m.times[m.benchmarks[0]] > 0)
}

func (m *module) iterations(n map[string]int, inert bool) {
	source := program.Must(os.ReadFile(filepath.Join(m.dir, m.file)))
	pkg := regexp.MustCompile(`(?m)^package (\w+)`).FindSubmatch(source)[1]
	var text strings.Builder
	fmt.Fprintf(&text, "package %s\n\nvar gatesSink uint64\n\n//go:noinline\nfunc gatesSpin(n int) {\n\tx := gatesSink | 1\n\tfor ; n > 0; n-- {\n\t\tx ^= x<<3 + 1\n\t}\n\tgatesSink = x\n}\n", pkg)
	for _, b := range m.benchmarks {
		fmt.Fprintf(&text, "\nvar gates%s = %d\n", b, n[b])
	}
	if inert {
		text.WriteString("\nfunc init() {\n\tif gatesSink == 3 {\n\t\tgatesSink += gatesInert(gatesSink)\n\t}\n}\n\n//go:noinline\nfunc gatesInert(n uint64) (s uint64) {\n\tfor i := uint64(0); i < n; i++ {\n\t\ts += i * (n + 7)\n\t}\n\treturn s\n}\n")
	}
	program.Check(os.WriteFile(filepath.Join(m.dir, filepath.Dir(m.file), "gates_test.go"), []byte(text.String()), 0o666))
}

// build builds the tests as they are.
func (s *series) build(m *module, path string) {
	s.command(m.dir, "go", "test", "-c", "-vet=off", "-o", path, "./"+filepath.Dir(m.file))
}

var timing = regexp.MustCompile(`(?m)^Benchmark(\w+)\S*\s+\d+\s+([0-9.]+) ns/op`)

// plainRuns are what people run: go test -bench -count.
func (s *series) plainRuns(m *module, path string) map[string][]float64 {
	out := s.command(filepath.Join(m.dir, filepath.Dir(m.file)), path, "-test.run=^$", "-test.bench=^Benchmark("+strings.Join(m.benchmarks, "|")+")$",
		"-test.benchtime=50ms", "-test.count="+strconv.Itoa(samples))
	times := map[string][]float64{}
	for _, found := range timing.FindAllStringSubmatch(string(out), -1) {
		times[found[1]] = append(times[found[1]], program.Must(strconv.ParseFloat(found[2], 64)))
	}
	for _, b := range m.benchmarks {
		if len(times[b]) < samples {
			program.Check(fmt.Errorf("%s printed %d results of %s", path, len(times[b]), b))
		}
	}
	return times
}

// command runs a program in a folder and returns what it prints.
func (s *series) command(dir, name string, args ...string) []byte {
	cmd := exec.CommandContext(s.ctx, name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GOFLAGS=-mod=mod")
	out, _, err := program.Run(cmd)
	program.Check(err)
	return out
}

func (s *series) git(dir string, args ...string) {
	s.command(dir, "git", append([]string{"-c", "user.name=gates", "-c", "user.email=gates@example.com"}, args...)...)
}

// output runs ecsbench, whose exit code is part of its answer.
func (s *series) output(dir string, args ...string) []byte {
	cmd := exec.CommandContext(s.ctx, s.program, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOFLAGS=-mod=mod")
	out, err := cmd.Output()
	if code := cmd.ProcessState.ExitCode(); code < 0 || code == 2 {
		exit, _ := errors.AsType[*exec.ExitError](err)
		program.Check(fmt.Errorf("ecsbench %s: %w: %s", strings.Join(args, " "), err, exit.Stderr))
	}
	return out
}

func (s *series) decode(dir string, v any, args ...string) {
	program.Check(json.Unmarshal(s.output(dir, args...), v))
}
