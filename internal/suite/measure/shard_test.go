package measure

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/profiles"
	"github.com/ecsbench/ecsbench/results"
)

func shardedPlan(t testing.TB) Plan {
	t.Helper()
	p, err := NewPlan(profiles.Profile{Name: "t", ComponentTypes: 16, Systems: 1, Entities: []int{10, 100, 10000}, Components: []int{1, 2, 3}, Axes: map[string][]int{"aged": {0}}},
		"iterate,create,physics,lookup", "dense,hashmap,soa")
	fixture.Check(t, err)
	return p
}

func caseNames(t testing.TB, p Plan) []string {
	t.Helper()
	cases, err := p.Cases()
	fixture.Check(t, err)
	list := lists.Map(cases, func(c Case) string { return c.Name })
	return list
}

// comparison removes the implementation from a name.
func comparison(name string) string {
	before, after, _ := strings.Cut(name, "/impl=")
	_, rest, _ := strings.Cut(after, "/")
	return before + "/" + rest
}

func TestShardsAreThePlanAndKeepComparisonsTogether(t *testing.T) {
	whole := shardedPlan(t)
	for _, n := range []int{1, 2, 3, 8, 24} {
		var all []string
		home := make(map[string]int)
		for i := 1; i <= n; i++ {
			part, err := whole.Slice(results.Shard{Index: i, Count: n})
			fixture.Check(t, err)
			list := caseNames(t, part)
			if len(list) == 0 || part.Part.Cases != len(list) {
				t.Errorf("shard %d/%d has %d cases and states %d", i, n, len(list), part.Part.Cases)
			}
			for _, name := range list {
				if at, ok := home[comparison(name)]; ok && at != i {
					t.Errorf("%s is in the shards %d and %d of %d", comparison(name), at, i, n)
				}
				home[comparison(name)] = i
			}
			all = append(all, list...)
			if part.Identity() != whole.Identity() {
				t.Errorf("shard %d/%d is of another plan", i, n)
			}
		}
		want := caseNames(t, whole)
		slices.Sort(all)
		slices.Sort(want)
		if !slices.Equal(all, want) {
			t.Errorf("%d shards have %d cases, the plan %d", n, len(all), len(want))
		}
	}
}

func TestMoreShardsThanComparisons(t *testing.T) {
	if _, err := shardedPlan(t).Slice(results.Shard{Index: 3, Count: 25}); err == nil || !strings.Contains(err.Error(), "at most 24 shards") {
		t.Error(err)
	}
}

func TestAWholePlanIsOnePart(t *testing.T) {
	p := shardedPlan(t)
	cases, err := p.Cases()
	fixture.Check(t, err)
	groups, err := p.groups()
	fixture.Check(t, err)
	if part := p.part(); part.Index != 1 || part.Count != 1 || part.Cases != len(cases) || part.Of != len(groups) {
		t.Errorf("%+v, of %d cases in %d groups", part, len(cases), len(groups))
	}
}

func TestResumedShardKeepsItsCases(t *testing.T) {
	whole := shardedPlan(t)
	part, err := whole.Slice(results.Shard{Index: 2, Count: 2})
	fixture.Check(t, err)
	for _, plan := range []Plan{part, whole} {
		plan.Rounds = 2
		path := filepath.Join(t.TempDir(), "shard.txt")
		b := &bench{answer: func(Request, int) Answer { return value(1) }}
		_, _, err := Begin(plan, path, false).Run(t.Context(), b, &watcher{})
		fixture.Check(t, err)
		s, err := Continue(path, func(p *Plan) { p.Rounds = 3 })
		fixture.Check(t, err)
		if got, want := caseNames(t, s.Plan), caseNames(t, plan); !slices.Equal(got, want) {
			t.Errorf("it goes on with %v, want %v", got, want)
		}
	}
}

func TestParseShard(t *testing.T) {
	for _, test := range []struct {
		text, env string
		want      string // or part of the error
	}{
		{"3/8", "", "3/8"},
		{"1/1", "", "1/1"},
		{"0/8", "", "want i/n"},
		{"9/8", "", "want i/n"},
		{"3", "", "want i/n"},
		{"8/8", "", "8/8"},
		{"x/8", "", "want i/n"},
		{"3/x", "", "want i/n"},
		{"3/8/9", "", "want i/n"},
		{"9/8", "", "want i/n"},
		{"-1/-1", "", "want i/n"},
		{"auto", "", "neither of JOB_COMPLETION_INDEX and"},
		{"auto", "JOB_COMPLETION_INDEX=0 ECSBENCH_SHARDS=32", "1/32"},
		{"auto", "JOB_COMPLETION_INDEX=31 ECSBENCH_SHARDS=32", "32/32"},
		{"auto", "JOB_COMPLETION_INDEX=32 ECSBENCH_SHARDS=32", "want 0 to 31"},
		{"auto", "JOB_COMPLETION_INDEX=3", `ECSBENCH_SHARDS is ""`},
		{"auto", "JOB_COMPLETION_INDEX=0 ECSBENCH_SHARDS=0", `ECSBENCH_SHARDS is "0"`},
		{"auto", "JOB_COMPLETION_INDEX=0 ECSBENCH_SHARDS=1", "1/1"},
		{"auto", "JOB_COMPLETION_INDEX=-1 ECSBENCH_SHARDS=4", "want 0 to 3"},
		{"auto", "JOB_COMPLETION_INDEX=x ECSBENCH_SHARDS=32", "want 0 to 31"},
		{"auto", "SLURM_ARRAY_TASK_ID=5 ECSBENCH_SHARDS=8", "6/8"},
	} {
		env := make(map[string]string)
		for _, kv := range strings.Fields(test.env) {
			key, v, _ := strings.Cut(kv, "=")
			env[key] = v
		}
		shard, err := ParseShard(test.text, func(key string) string { return env[key] })
		got := shard.String()
		if err != nil {
			got = err.Error()
		}
		right := got == test.want
		if strings.Contains(test.want, " ") { // part of an error
			right = err != nil && strings.Contains(got, test.want)
		}
		if !right {
			t.Errorf("%s %s: %s, want %s", test.text, test.env, got, test.want)
		}
	}
}

func TestRestartedJobResumes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "shard.txt")
	part := func(i int) Plan {
		p, err := shardedPlan(t).Slice(results.Shard{Index: i, Count: 5})
		fixture.Check(t, err)
		p.Rounds = 2
		return p
	}
	b := &bench{answer: func(Request, int) Answer { return value(1) }}
	for i, before := range []string{"none", "# ec", "", "complete"} {
		if before != "none" && before != "complete" {
			fixture.Check(t, os.WriteFile(path, []byte(before), 0o644))
		}
		s, err := BeginOrContinue(part(2), path)
		if err != nil {
			t.Fatal(before, err)
		}
		file, outcome, err := s.Run(t.Context(), b, &watcher{})
		if err != nil {
			t.Fatal(before, err)
		}
		if want := []int{2, 2, 2, 0}[i] * part(2).Part.Cases; outcome.Samples != want || len(file.Lines) != 2*part(2).Part.Cases {
			t.Errorf("%q: %d samples in a file of %d, want %d", before, outcome.Samples, len(file.Lines), want)
		}
	}
	if _, err := BeginOrContinue(part(3), path); err == nil || !strings.Contains(err.Error(), "another plan or shard") {
		t.Error(err)
	}
	fixture.Check(t, os.WriteFile(path, []byte("my notes"), 0o644))
	if _, err := BeginOrContinue(part(2), path); err == nil {
		t.Error("somebody's notes were taken for a run")
	}
}
