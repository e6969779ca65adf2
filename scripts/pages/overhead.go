package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/ecsbench/ecsbench/impls"
)

// limit is the greatest ratio of adapter to plain code.
const limit = 1.03

// overhead shows what the adapters cost, as scripts/adapter-overhead.sh has measured it
// into a file beside the pictures.
func (p *text) overhead() error {
	if p.role != impls.Library {
		return nil
	}
	path := filepath.Join(p.folder, p.name, "overhead.csv")
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		return fmt.Errorf("read %s: %w", path, err)
	}
	cells := make(map[[2]string]string)
	var libraries, scenarios []string
	for _, row := range rows[1:] { // library, scenario, ratio, lo, hi, instructions
		cell := fmt.Sprintf("%s (%s to %s)", row[2], row[3], row[4])
		lo, err := strconv.ParseFloat(row[3], 64)
		hi, err2 := strconv.ParseFloat(row[4], 64)
		if err := errors.Join(err, err2); err != nil {
			return fmt.Errorf("%s: interval of the ratio of %s in %s: %w", path, row[0], row[1], err)
		}
		if lo > limit {
			cell = "**" + cell + "**"
		}
		if hi > limit && row[5] != "" {
			cell += ", instructions " + row[5]
		}
		cells[[2]string{row[0], row[1]}] = cell
		if !slices.Contains(libraries, row[0]) {
			libraries = append(libraries, row[0])
		}
		if !slices.Contains(scenarios, row[1]) {
			scenarios = append(scenarios, row[1])
		}
	}
	p.printf("## What the adapters cost\n\nEach scenario done by the adapter of a library and by plain code, as the documentation of the\nlibrary writes it: time of the adapter divided by time of the plain code, with its 95%% interval.\nThe limit is a ratio of %g; a ratio is **bold** if its whole interval is above it. Where the interval of the times does not lie below it, the ratio of\ninstructions follows if it was counted: it does not depend on where the linker puts a loop. Unlike\nplain code, adapters count the entities that they visit and change, and call a function for the\nvalues of added components. Both check that a handle is alive, unless the row has checks=off.\n`andygeiss` is in this table alone: its destruction searches all entities, which takes minutes in\nlarge worlds.\n\n    scripts/adapter-overhead.sh\n\n| library |", limit)
	for _, scenario := range scenarios {
		p.printf(" %s |", scenario)
	}
	p.printf("\n|:--|")
	for range scenarios {
		p.printf("--:|")
	}
	p.printf("\n")
	for _, library := range libraries {
		p.printf("| `%s` |", library)
		for _, scenario := range scenarios {
			p.printf(" %s |", cells[[2]string{library, scenario}])
		}
		p.printf("\n")
	}
	return nil
}
