package cmd

import (
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

// offered returns the completions of a command line.
func offered(t *testing.T, dir string, args ...string) []string {
	t.Helper()
	var names []string
	for line := range strings.Lines(expect(t, dir, ExitOK, nil, append([]string{"__complete"}, args...)...).stdout) {
		name, _, _ := strings.Cut(strings.TrimSpace(line), "\t")
		names = append(names, name)
	}
	return names
}

func TestCompletionOffersWhatIsHere(t *testing.T) {
	t.Parallel()
	dir := abRepository(t).dir
	for _, args := range [][]string{{"branch", "topic"}, {"tag", "v1.0.0"}} {
		fixture.Git(t, dir, args...)
	}
	for _, test := range []struct {
		want, not string
		args      []string
	}{
		{". HEAD topic v1.0.0", "", []string{"ab", ""}},
		{". HEAD topic v1.0.0", "", []string{"ab", "topic", ""}},
		{"./...", "topic", []string{"ab", "topic", ".", ""}},
		{"auto", "", []string{"run", "--shard", ""}},
		{"dense ark ecs", "faulty", []string{"run", "--impl", ""}},
		{"run gate", "worker", []string{"help", ""}},
	} {
		got := " " + strings.Join(offered(t, dir, test.args...), " ") + " "
		for want := range strings.FieldsSeq(test.want) {
			if !strings.Contains(got, " "+want+" ") {
				t.Errorf("%q offers%s, want %s", test.args, got, want)
			}
		}
		if test.not != "" && strings.Contains(got, " "+test.not+" ") {
			t.Errorf("%q offers%s, among them %s", test.args, got, test.not)
		}
	}
}
