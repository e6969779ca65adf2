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
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"text/tabwriter"

	"golang.org/x/perf/benchmath"
)

// limit is the greatest ratio of adapter to plain code.
const limit = 1.03

func main() {
	names := flag.String("libraries", "", "`list` of libraries, all by default")
	processes := flag.Int("processes", 9, "fresh `processes` per library")
	one := flag.Bool("one", false, "measure in this process and print ratios")
	flag.Parse()
	if *one {
		for _, p := range pairs {
			if *names == p.name {
				if err := p.measure(os.Stdout); err != nil {
					fmt.Fprintln(os.Stderr, "overhead:", err)
					os.Exit(2)
				}
			}
		}
		return
	}
	code, err := run(os.Stdout, *names, *processes)
	if err != nil {
		fmt.Fprintln(os.Stderr, "overhead:", err)
		os.Exit(2)
	}
	os.Exit(code)
}

// run measures libraries and prints a table.
func run(out io.Writer, names string, processes int) (code int, err error) {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	defer table.Flush()
	fmt.Fprintln(table, "LIBRARY\tSCENARIO\tADAPTER/PLAIN\t95% INTERVAL\t")
	for _, p := range pairs {
		if names != "" && !slices.Contains(strings.Split(names, ","), p.name) {
			continue
		}
		ratios, order, err := collect(p.name, processes)
		if err != nil {
			return 2, err
		}
		for _, scenario := range order {
			median := benchmath.AssumeNothing.Summary(benchmath.NewSample(ratios[scenario], &benchmath.DefaultThresholds), 0.95)
			verdict := ""
			switch {
			case median.Lo > limit:
				verdict, code = "above the limit", 1
			case median.Hi > limit:
				verdict = "inconclusive"
				if code == 0 {
					code = 3
				}
			}
			fmt.Fprintf(table, "%s\t%s\t%.3f\t%.3f to %.3f\t%s\n", p.name, scenario, median.Center, median.Lo, median.Hi, verdict)
		}
		table.Flush()
	}
	return code, nil
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
