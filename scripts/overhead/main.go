// Overhead reads the verdict of ecsbench ab on one adapter and its plain code, and replaces
// the rows of the library in a CSV file, see scripts/adapter-overhead.sh:
//
//	go run ./overhead LIBRARY FILE < verdict.json
//
// The exit code is 1 if the whole interval of a ratio lies above the limit, and 3 if the
// interval of one includes it, unless the ratio of instructions does not exceed the limit:
// instructions do not depend on where the linker puts a loop.
package main

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// A verdict is what is read of it.
type verdict struct {
	Comparisons []struct {
		Case             string
		Unit             string
		Ratio, Low, High float64
		Secondary        []struct {
			Name  string
			Ratio float64
		}
	}
}

// limit is the greatest ratio of adapter to plain code.
const limit = 1.03

func main() {
	code, err := run(os.Stdin, os.Args[1], os.Args[2])
	if err != nil {
		fmt.Fprintln(os.Stderr, "overhead:", err)
		os.Exit(2)
	}
	os.Exit(code)
}

func run(in io.Reader, library, path string) (code int, err error) {
	var v verdict
	if err := json.NewDecoder(in).Decode(&v); err != nil {
		return 0, fmt.Errorf("read the verdict on %s: %w", library, err)
	}
	rows := [][]string{{"library", "scenario", "ratio", "lo", "hi", "instructions"}}
	if text, err := os.ReadFile(path); err == nil {
		if rows, err = csv.NewReader(strings.NewReader(string(text))).ReadAll(); err != nil {
			return 0, fmt.Errorf("read %s: %w", path, err)
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return 0, err
	}
	at := slices.IndexFunc(rows, func(row []string) bool { return row[0] == library })
	rows = slices.DeleteFunc(rows, func(row []string) bool { return row[0] == library })
	if at < 0 {
		at = len(rows)
	}
	for _, scenario := range []string{"iterate", "lookup", "exchange", "create", "destroy"} {
		for _, c := range v.Comparisons {
			if !strings.HasPrefix(strings.ToLower(c.Case), scenario+"/") || c.Unit != "sec/op" && c.Unit != "cycles/op" {
				continue
			}
			instructions, decided := "", c.High <= limit
			for _, s := range c.Secondary {
				if s.Name == "counted" {
					instructions, decided = fmt.Sprintf("%.3f", s.Ratio), decided || s.Ratio <= limit
				}
			}
			switch {
			case decided:
			case c.Low > limit:
				code = 1
			case code == 0:
				code = 3
			}
			row := []string{library, scenario, fmt.Sprintf("%.3f", c.Ratio), fmt.Sprintf("%.3f", c.Low), fmt.Sprintf("%.3f", c.High), instructions}
			rows, at = slices.Insert(rows, at, row), at+1
		}
	}
	file, err := os.Create(path)
	if err != nil {
		return 0, err
	}
	return code, errors.Join(csv.NewWriter(file).WriteAll(rows), file.Close())
}
