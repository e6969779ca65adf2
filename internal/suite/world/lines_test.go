package world

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/internal/suite/world/play"
	"github.com/ecsbench/ecsbench/profiles"
	"github.com/ecsbench/ecsbench/scenarios"
	"github.com/ecsbench/ecsbench/worlds"
)

// The program of each library for each question in each mode is short, formatted and without
// anything unused. Its author reads game.go; of plain questions the whole program has as few lines.
func TestProgramsAreShort(t *testing.T) {
	fixture.CI(t)
	const most = 150
	plain := strings.Fields("create create-remove destroy iterate leaks memory new-world physics")
	// GOKe makes queries and factories in the init function of a system, with a field for each column.
	more := map[string]int{"goke": 110}
	p, err := profiles.Load("AA")
	fixture.Check(t, err)
	programs := 0
	for _, name := range worlds.Questions() {
		chosen, err := scenarios.FindList(name)
		if err != nil {
			continue // a question of world run alone
		}
		for _, scenario := range scenarios.InAllModes(chosen) {
			s, err := scenarios.Find(scenario)
			fixture.Check(t, err)
			for _, l := range play.Libraries {
				r := measure.Request{Profile: p, Scenario: scenario, Impl: l.Name, At: s.Points(p)[0], Seed: 7}
				_, source, err := standalone(r, nil)
				if err != nil {
					if reason(err).Unsupported == "" {
						t.Errorf("%s: %s: %v", l.Name, scenario, err)
					}
					continue
				}
				programs++
				if n := lines(source, "game.go"); n > most+more[l.Name] {
					t.Errorf("%s: %s: game.go has %d lines, want at most %d", l.Name, scenario, n, most+more[l.Name])
				}
				if n := lines(source, "game.go", "frame.go", "components.go"); n > most+more[l.Name] && slices.Contains(plain, strings.TrimSuffix(scenario, ":mode=entity")) {
					t.Errorf("%s: %s has %d lines, want at most %d", l.Name, scenario, n, most+more[l.Name])
				}
				for _, fault := range fixture.GoFaults(source) {
					t.Errorf("%s: %s: %s", l.Name, scenario, fault)
				}
			}
		}
	}
	if programs < 300 {
		t.Errorf("only %d programs", programs)
	}
}

func lines(s play.Sources, files ...string) (n int) {
	for _, name := range files {
		n += bytes.Count(s[name], []byte("\n"))
	}
	return n
}
