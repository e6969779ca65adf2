package report_test

import (
	"fmt"
	"strings"
	"testing"
)

// The average uses common rows. An implementation without a number in a scenario does not
// win there.
func TestWinners(t *testing.T) {
	all := func(impl string, iterate, churn, create float64) string {
		return lines("Iterate/impl="+impl+"/n=20000-2", iterate, 10) + lines("Churn/impl="+impl+"/n=20000-2", churn, 10) + lines("Create/impl="+impl+"/n=20000-2", create, 10)
	}
	r := parse(t, all("dense", 1, 20, 10)+all("paged", 1.5, 5, 10.02)+all("hashmap", 10, 30, 40)+lines("Iterate/impl=dense/n=10-2", 99, 10)+lines("Iterate/impl=paged/n=10-2", 1, 10))
	var got []string
	for _, row := range r.Winners()[0].Rows {
		got = append(got, row.Scenario+": "+row.BestText()+"; "+row.NextText())
	}
	want := []string{
		"Create: ≈ dense, paged; hashmap 4.00x ± 0.02",
		"Iterate, entity by entity: dense; paged 1.50x ± 0.01",
		"Churn: paged; dense 4.00x ± 0.02",
		"average of 3 rows: paged; dense 1.39x",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if got := r.Unmeasured(); !strings.Contains(got, "destroy") || strings.Contains(got, "churn") {
		t.Error(got)
	}
}

// Winners with few samples are marked, unless this affects few rows.
func TestWinnersOfFewSamples(t *testing.T) {
	for enough, want := range map[int]string{4: "dense", 3: "dense", 2: "dense ?"} {
		var text strings.Builder
		for n := range 4 {
			samples := 10
			if n >= enough {
				samples = 2
			}
			at := "/comps=" + string(rune('1'+n)) + "/n=1000-2"
			text.WriteString(lines("Churn/impl=dense"+at, 10, samples) + lines("Churn/impl=paged"+at, 900, samples))
		}
		if got := parse(t, text.String()).Winners()[0].Rows[0].BestText(); got != want {
			t.Errorf("samples enough in %d of 4 rows: %s, want %s", enough, got, want)
		}
	}
}

// A library measured alone is named.
func TestOnlyLibrary(t *testing.T) {
	designs := lines("Iterate/impl=dense/n=1000-2", 1, 10) + lines("Iterate/impl=paged/n=1000-2", 3, 10)
	if got := parse(t, designs).OnlyLibrary(); got != "" {
		t.Error(got)
	}
	if got := parse(t, designs+lines("Iterate/impl=lib1/n=1000-2", 1, 10)).OnlyLibrary(); !strings.HasPrefix(got, "One library was measured: lib1") {
		t.Error(got)
	}
}

// Without a ranking, the headline states why.
func TestNobodyWins(t *testing.T) {
	for text, want := range map[string]string{
		lines("Sum-2", 5, 6):                     "No ranking: the results name no implementations.",
		lines("Iterate/impl=dense/n=10-2", 5, 6): "No ranking: dense was measured alone.",
		lines("Iterate/impl=dense/n=10-2", 5, 6) + lines("Iterate/impl=paged/n=20-2", 5, 6): "No ranking: no two libraries",
	} {
		if got := parse(t, text).Headlines()[0].String(); !strings.HasPrefix(got, want) {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// The sentence of a table names a row with enough samples, even if a larger world has too few.
func TestSentenceNamesADecidedRow(t *testing.T) {
	line := func(impl string, n, value, samples int) (text string) {
		for i := range samples {
			text += fmt.Sprintf("BenchmarkIterate/mode=entity/impl=%s/comps=2/n=%d-2 1 %d ns/op\n", impl, n, value+i)
		}
		return text
	}
	small := line("dense", 10, 1000, 7) + line("paged", 10, 2000, 7) + line("hashmap", 10, 9000, 7)
	for _, test := range []struct{ name, text, want string }{
		{"all", small + line("dense", 1000, 1000, 7) + line("paged", 1000, 3000, 7), "2.99 ± 0.01 times faster than `paged` (2 components, 1,000 entities)."},
		{"few", small + line("dense", 1000, 1000, 2) + line("paged", 1000, 1100, 2), "2.00 ± 0.01 times faster than `paged` and 8.98 ± 0.03 times faster than `hashmap` (2 components, 10 entities)."},
		{"few of the last", line("dense", 10, 1000, 2) + line("paged", 10, 1100, 2) + line("dense", 1000, 1000, 7) + line("paged", 1000, 3000, 7) + line("hashmap", 1000, 9000, 2),
			"2.99 ± 0.01 times faster than `paged` and about 8.97 times faster than `hashmap` (2 components, 1,000 entities)."},
		{"few everywhere", line("dense", 10, 1000, 2) + line("paged", 10, 1100, 2) + line("dense", 1000, 1000, 2) + line("paged", 1000, 1100, 2), "(2 components, 1,000 entities); too few samples to be sure."},
	} {
		if got := parse(t, test.text).Blocks()[0].Sentence(); !strings.HasPrefix(got, "Fastest design: `dense`, ") || !strings.HasSuffix(got, test.want) {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}
