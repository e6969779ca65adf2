package report_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/report"
)

func TestBMF(t *testing.T) {
	path := write(t, string(fixture.MadeUpRun{Impls: []string{"dense", "soa"}, Entities: []int{1000}}.Text()))
	var b bytes.Buffer
	fixture.Check(t, report.BMF(&b, []string{path}, measure.Catalogue(), nil))
	// As bencher's schema has it: any names, value needed, nothing else.
	var all map[string]map[string]struct {
		Value        *float64
		Lower, Upper float64
		LowerValue   float64 `json:"lower_value"`
		UpperValue   float64 `json:"upper_value"`
	}
	d := json.NewDecoder(&b)
	d.DisallowUnknownFields()
	fixture.Check(t, d.Decode(&all))
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
	fixture.Check(t, report.SmallerIsBetter(&b, []string{path}, measure.Catalogue(), nil))
	var all []map[string]any
	fixture.Check(t, json.Unmarshal(b.Bytes(), &all))
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

func TestMeasuresHaveShortNames(t *testing.T) {
	for unit, want := range map[string]string{
		"ns/op": "latency", "B/op": "b-per-op", "p99.9-ns/frame": "p99-9-ns-per-frame", "Größe_m²": "gre-m", strings.Repeat("x", 70): strings.Repeat("x", 64), "az09-AZ`{:/": "az09-az-per-",
	} {
		var b bytes.Buffer
		fixture.Check(t, report.BMF(&b, []string{write(t, "BenchmarkSum-2 1 5 "+unit+"\n")}, measure.Catalogue(), nil))
		var all map[string]map[string]any
		fixture.Check(t, json.Unmarshal(b.Bytes(), &all))
		if measures := slices.Collect(maps.Keys(all["Sum-2"])); !slices.Equal(measures, []string{want}) {
			t.Errorf("%s: %q, want %s", unit, measures, want)
		}
	}
}

// No unit and no value of a file is lost: each has a measure of its own, or a warning.
func TestMeasuresAreDistinct(t *testing.T) {
	units := []string{"hit", "%hit", "Hit", "hits/s", "B/op", "b/op", "a.b", "a-b", "µ", "%", "é", strings.Repeat("x", 70), strings.Repeat("x", 71)}
	line := "BenchmarkSum-2 1"
	for i, unit := range units {
		line += fmt.Sprintf(" %d %s", i+1, unit)
	}
	var all map[string]map[string]struct{ Value float64 }
	var b bytes.Buffer
	fixture.Check(t, report.BMF(&b, []string{write(t, line+"\n")}, measure.Catalogue(), nil))
	fixture.Check(t, json.Unmarshal(b.Bytes(), &all))
	values := make(map[float64]bool)
	for measure, m := range all["Sum-2"] {
		values[m.Value] = true
		if measure == "" || len(measure) > 64 {
			t.Errorf("measure %q", measure)
		}
	}
	if len(values) != len(units) {
		t.Errorf("%d of %d units: %v", len(values), len(units), all)
	}
}

func TestInfiniteMediansAreNamed(t *testing.T) {
	for text, want := range map[string]string{
		"BenchmarkA 1 Inf ns/op\n": "no case of ", "BenchmarkA 1 Inf ns/op\nBenchmarkB 1 5 ns/op\n": "1 case is omitted, because a value is infinite: A",
	} {
		said := ""
		err := report.SmallerIsBetter(io.Discard, []string{write(t, text)}, measure.Catalogue(), func(err error) { said += err.Error() })
		if said += fmt.Sprint(err); !strings.Contains(said, want) {
			t.Errorf("%q: %s, want %q", text, said, want)
		}
	}
}
