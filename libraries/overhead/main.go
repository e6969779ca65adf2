// Command overhead measures what an adapter costs beyond the library: each scenario
// is done by the adapter and by plain code, written as the documentation of the library
// does it, in one process and in turns.
//
//	go run -C libraries ./overhead [-libraries ark,volt] [-processes 9]
//
// A process divides the times of neighbouring turns and takes the median. The ratio of
// a scenario is the median of several fresh processes, since memory lies differently in
// each, and its interval has 95% confidence. The exit code is 1 if the whole interval of
// any scenario lies above the limit, and 3 if the interval of any includes it.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"text/tabwriter"

	"golang.org/x/perf/benchmath"

	"github.com/ecsbench/ecsbench/internal/profiler"
)

// limit is the greatest ratio of adapter to plain code.
const limit = 1.03

func main() {
	names := flag.String("libraries", "", "`list` of libraries, all by default")
	processes := flag.Int("processes", 9, "fresh `processes` per library")
	table := flag.String("o", "", "CSV `file` in which to replace the rows of the measured libraries")
	one := flag.Bool("one", false, "measure in this process and print ratios")
	count := flag.String("count", "", "with -one: `scenario, side and repetitions` to do without measuring")
	flag.Parse()
	if *one {
		for _, p := range pairs {
			if *names == p.name {
				err := error(nil)
				var scenario string
				var side, repeat int
				if _, none := fmt.Sscan(*count, &scenario, &side, &repeat); none != nil {
					err = p.measure(os.Stdout)
				} else {
					err = p.work(scenario, side, repeat)
				}
				if err != nil {
					fmt.Fprintln(os.Stderr, "overhead:", err)
					os.Exit(2)
				}
			}
		}
		return
	}
	code, rows, err := run(os.Stdout, *names, *processes)
	if err == nil && *table != "" {
		err = record(*table, rows)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "overhead:", err)
		os.Exit(2)
	}
	os.Exit(code)
}

// run measures libraries and prints a table. Its rows are the library, the scenario, the
// ratio of times, the ends of its interval, and the ratio of instructions.
func run(out io.Writer, names string, processes int) (code int, rows [][]string, err error) {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	defer table.Flush()
	fmt.Fprintln(table, "LIBRARY\tSCENARIO\tADAPTER/PLAIN\t95% INTERVAL\tINSTRUCTIONS\t")
	ctx := context.Background()
	valgrind, missing := profiler.FindValgrind(ctx)
	for _, p := range pairs {
		if names != "" && !slices.Contains(strings.Split(names, ","), p.name) {
			continue
		}
		ratios, order, err := collect(p.name, processes)
		if err != nil {
			return 2, nil, err
		}
		for _, scenario := range order {
			median := benchmath.AssumeNothing.Summary(benchmath.NewSample(ratios[scenario], &benchmath.DefaultThresholds), 0.95)
			instructions, inReason := "", false
			if missing == nil {
				ratio, err := p.instructions(ctx, valgrind, scenario)
				if err != nil {
					return 2, nil, err
				}
				instructions, inReason = fmt.Sprintf("%.3f", ratio), ratio <= limit
			}
			verdict := ""
			switch {
			case median.Hi > limit && inReason:
				verdict = "the instructions decide"
			case median.Lo > limit:
				verdict, code = "above the limit", 1
			case median.Hi > limit:
				verdict = "inconclusive"
				if code == 0 {
					code = 3
				}
			}
			row := []string{p.name, scenario}
			for _, v := range []float64{median.Center, median.Lo, median.Hi} {
				row = append(row, fmt.Sprintf("%.3f", v))
			}
			row = append(row, instructions)
			rows = append(rows, row)
			fmt.Fprintf(table, "%s\t%s\t%s\t%s to %s\t%s\t%s\n", row[0], row[1], row[2], row[3], row[4], row[5], verdict)
		}
		table.Flush()
	}
	return code, rows, nil
}

// record replaces the rows of libraries in a CSV file, in the order of the pairs.
func record(path string, rows [][]string) error {
	if text, err := os.ReadFile(path); err == nil {
		old, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
		if err != nil {
			return fmt.Errorf("read %s: %w", path, err)
		}
		measured := rows
		for _, row := range old[1:] {
			if !slices.ContainsFunc(measured, func(r []string) bool { return r[0] == row[0] }) {
				rows = append(rows, row)
			}
		}
	}
	place := func(row []string) int { return slices.IndexFunc(pairs, func(p pair) bool { return p.name == row[0] }) }
	slices.SortStableFunc(rows, func(a, b []string) int { return place(a) - place(b) })
	var text bytes.Buffer
	out := csv.NewWriter(&text)
	if err := out.WriteAll(append([][]string{{"library", "scenario", "ratio", "lo", "hi", "instructions"}}, rows...)); err != nil {
		return err
	}
	return os.WriteFile(path, text.Bytes(), 0o644)
}

// collect returns the ratios of fresh processes by scenario.
func collect(name string, processes int) (ratios map[string][]float64, order []string, err error) {
	program, err := os.Executable()
	if err != nil {
		return nil, nil, err
	}
	ratios = make(map[string][]float64)
	for range processes {
		cmd := exec.Command(program, "-one", "-libraries", name)
		cmd.Stderr = os.Stderr
		printed, err := cmd.Output()
		if err != nil {
			return nil, nil, fmt.Errorf("measuring %s: %w", name, err)
		}
		for lines := bufio.NewScanner(bytes.NewReader(printed)); lines.Scan(); {
			var scenario string
			var ratio float64
			if _, err := fmt.Sscan(lines.Text(), &scenario, &ratio); err != nil {
				return nil, nil, fmt.Errorf("measuring %s: line %q: %w", name, lines.Text(), err)
			}
			if len(ratios[scenario]) == 0 {
				order = append(order, scenario)
			}
			ratios[scenario] = append(ratios[scenario], ratio)
		}
	}
	return ratios, order, nil
}
