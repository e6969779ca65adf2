package report_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/report"
)

func TestBMF(t *testing.T) {
	path := write(t, string(fixture.MadeUpRun{Impls: []string{"dense", "soa"}, Entities: []int{1000}}.Text()))
	var b bytes.Buffer
	if err := report.BMF(&b, []string{path}, nil); err != nil {
		t.Fatal(err)
	}
	// As bencher's schema has it: any names, value needed, nothing else.
	var all map[string]map[string]struct {
		Value        *float64
		Lower, Upper float64
		LowerValue   float64 `json:"lower_value"`
		UpperValue   float64 `json:"upper_value"`
	}
	d := json.NewDecoder(&b)
	d.DisallowUnknownFields()
	if err := d.Decode(&all); err != nil {
		t.Fatal(err)
	}
	dense := all["A Iterate/impl=dense/comps=2/n=1000-2"]
	if m := dense["latency"]; m.Value == nil || !(m.LowerValue <= *m.Value && *m.Value <= m.UpperValue) || m.LowerValue == 0 {
		t.Errorf("%v in %v", m, all)
	}
	if _, ok := dense["b-per-op"]; !ok || len(dense) != 3 { // what restates the time is left out
		t.Errorf("%v", dense)
	}
}

func TestSmallerIsBetter(t *testing.T) {
	path := write(t, string(fixture.MadeUpRun{Impls: []string{"dense", "soa"}, Entities: []int{1000}}.Text()))
	var b bytes.Buffer
	if err := report.SmallerIsBetter(&b, []string{path}, nil); err != nil {
		t.Fatal(err)
	}
	var all []map[string]any
	if err := json.Unmarshal(b.Bytes(), &all); err != nil {
		t.Fatal(err)
	}
	names := make(map[string]bool)
	for _, e := range all {
		name, unit := e["name"].(string), e["unit"].(string)
		if names[name] || unit == "entities/s" {
			t.Errorf("%v is there twice, or better when larger", e)
		}
		names[name] = true
		if _, ok := e["value"].(float64); !ok {
			t.Errorf("%v", e)
		}
	}
	if !names["A Iterate/impl=dense/comps=2/n=1000-2"] || !names["A Iterate/impl=dense/comps=2/n=1000-2 - B/op"] {
		t.Errorf("%v", names)
	}
}

func versions(t *testing.T, n int) (paths []string) {
	for i := range n {
		r := fixture.MadeUpRun{Impls: []string{"dense", "soa"}, Entities: []int{1000}, Commit: fmt.Sprintf("c%d", i), Date: fmt.Sprintf("2026-11-%02dT12:00:00Z", i+1)}
		if i == 1 {
			r.Impls = append(r.Impls, "paged") // only there
		}
		paths = append(paths, write(t, string(r.Text())))
	}
	return paths
}

func TestOtava(t *testing.T) {
	paths := versions(t, 3)
	paths[0], paths[2] = paths[2], paths[0]
	var b bytes.Buffer
	var told []string
	if err := report.Otava(&b, paths, func(err error) { told = append(told, err.Error()) }); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(&b).ReadAll()
	if err != nil || len(lines) != 4 {
		t.Fatal(lines, err)
	}
	for i, line := range lines[1:] {
		if want := fmt.Sprintf("c%d", i); line[1] != want || line[0] != fmt.Sprintf("2026-11-%02dT12:00:00Z", i+1) {
			t.Errorf("row %d: %v", i, line[:2])
		}
		for _, v := range line[2:] {
			if _, err := strconv.ParseFloat(v, 64); err != nil {
				t.Error(err) // Otava refuses what is no number
			}
		}
	}
	if header := strings.Join(lines[0], ","); !strings.HasPrefix(header, "time,commit,A ") || strings.Contains(header, "paged") || len(told) != 1 {
		t.Errorf("%s; told %q", header, told)
	}
	if err := report.BMF(io.Discard, paths, nil); err == nil || !strings.Contains(err.Error(), "3 commits") {
		t.Error(err)
	}
}

func TestMeasuresHaveShortNames(t *testing.T) {
	for unit, want := range map[string]string{
		"ns/op": "latency", "B/op": "b-per-op", "p99.9-ns/frame": "p99-9-ns-per-frame", "Größe_m²": "gre-m", strings.Repeat("x", 70): strings.Repeat("x", 64), "az09-AZ`{:/": "az09-az-per-",
	} {
		var b bytes.Buffer
		if err := report.BMF(&b, []string{write(t, "BenchmarkSum-2 1 5 "+unit+"\n")}, nil); err != nil {
			t.Fatal(err)
		}
		var all map[string]map[string]any
		if err := json.Unmarshal(b.Bytes(), &all); err != nil {
			t.Fatal(err)
		}
		if measures := slices.Collect(maps.Keys(all["Sum-2"])); !slices.Equal(measures, []string{want}) {
			t.Errorf("%s: %q, want %s", unit, measures, want)
		}
	}
}
