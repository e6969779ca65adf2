package gobench

import (
	"bufio"
	"bytes"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"golang.org/x/perf/benchfmt"

	"github.com/ecsbench/ecsbench/internal/ab"
)

// A result is one benchmark line of a test binary.
type result struct {
	name   string // without the number of processors
	values ab.Block
}

// parse reads the output of a test binary; lines that are no results are skipped.
func parse(out []byte, procs int) (results []result, r *benchfmt.Reader, config map[string]string, err error) {
	r = benchfmt.NewReader(bytes.NewReader(shortLines(out)), "output")
	suffix := ""
	if procs > 1 {
		suffix = "-" + strconv.Itoa(procs)
	}
	config = map[string]string{}
	for r.Scan() {
		rec, ok := r.Result().(*benchfmt.Result)
		if !ok {
			continue
		}
		values := ab.Block{}
		for _, v := range rec.Values {
			values[v.Unit] = v.Value
		}
		for _, c := range rec.Config {
			config[c.Key] = string(c.Value)
		}
		results = append(results, result{strings.TrimSuffix(rec.Name.String(), suffix), values})
	}
	if err := r.Err(); err != nil {
		return nil, nil, nil, fmt.Errorf("reading results: %w", err)
	}
	return results, r, config, nil
}

// shortLines leaves out lines that are too long for results. Benchmarks may print anything.
func shortLines(out []byte) (short []byte) {
	for line := range bytes.Lines(out) {
		if len(line) < bufio.MaxScanTokenSize {
			short = append(short, line...)
		}
	}
	return short
}

// learn keeps the unit metadata and configuration lines that a binary prints.
func (s *Source) learn(side ab.Side, r *benchfmt.Reader, config map[string]string) {
	if s.units == nil {
		s.units = benchfmt.UnitMetadataMap{}
	}
	maps.Copy(s.units, r.Units())
	if s.header[side] == nil {
		s.header[side] = config
	}
}

// Better implements [ab.Source].
func (s *Source) Better(unit string) int { return s.units.GetBetter(unit) }

// Header implements [ab.Source].
func (s *Source) Header(side ab.Side) (lines [][2]string) {
	from := ab.Base
	if side == ab.Head {
		from = ab.Head
	}
	for _, key := range []string{"goos", "goarch", "cpu"} {
		if v := s.header[from][key]; v != "" {
			lines = append(lines, [2]string{key, v})
		}
	}
	return lines
}

// Procs implements [ab.Source].
func (s *Source) Procs() int { return s.procs }
