package results

import (
	"bytes"
	"regexp"
)

// Go test prints the name of a benchmark, runs it, and prints its result on the same line. What
// the benchmark prints itself stands between the two, mostly with a line break:
//
//	BenchmarkB-8   	starting worker
//	 1000000	        50.0 ns/op
//
// A joiner restores the line of the result.
type joiner struct {
	name string // of a benchmark without a result yet, "" for none
	line int    // of that name
}

// resultAtEnd is a result at the end of a line, as package testing prints it.
var resultAtEnd = regexp.MustCompile(`(?:^|\s)([0-9]+\t\s*[-+.0-9eE]+ \S+(?:\t\s*[-+.0-9eE]+ \S+)*)\s*$`)

// hasResult reports whether the name of a benchmark is followed by the number of iterations and a
// value. Nearly all lines are such, so it is faster than a regular expression.
func hasResult(line []byte) bool {
	const space, digits = " \t\n\f\r", "0123456789"
	iterations := bytes.TrimLeft(line[max(0, bytes.IndexAny(line, space)):], space)
	gap := bytes.TrimLeft(iterations, digits)
	value := bytes.TrimLeft(gap, space)
	if len(gap) == len(iterations) || len(value) == len(gap) || len(value) == 0 {
		return false
	}
	return bytes.IndexByte([]byte("-+."+digits), value[0]) >= 0 || bytes.HasPrefix(value, []byte("NaN")) || bytes.HasPrefix(value, []byte("Inf"))
}

// beginning matches the name of a benchmark with the output that follows it. Go test -v also
// prints names alone, without a tab.
var beginning = regexp.MustCompile(`^(Benchmark\S*) *\t`)

// join returns a line as go test would have printed it without the output of the benchmark, and
// blanks that. lost is the earlier benchmark whose result never came.
func (j *joiner) join(at int, line []byte) (whole []byte, lost joiner) {
	if bytes.HasPrefix(line, []byte("Benchmark")) {
		lost = j.take()
		if hasResult(line) {
			return line, lost
		}
		m := beginning.FindSubmatch(line)
		if m == nil {
			return line, lost
		}
		j.name, j.line = string(m[1]), at
		line = line[len(m[0]):]
	} else if j.name == "" {
		return line, lost
	} else if endOfTests.Match(line) {
		return line, j.take()
	}
	if m := resultAtEnd.FindSubmatch(line); m != nil {
		return append([]byte(j.take().name+"\t"), append(m[1], '\n')...), lost
	}
	return []byte("\n"), lost
}

// endOfTests matches what go test prints before and after the benchmarks of a package.
var endOfTests = regexp.MustCompile(`^(?:(?:PASS|FAIL)\r?\n?$|ok  \t|FAIL\t|goos: |pkg: )`)

// take forgets the benchmark without a result.
func (j *joiner) take() joiner {
	taken := *j
	*j = joiner{}
	return taken
}
