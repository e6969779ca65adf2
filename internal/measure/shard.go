package measure

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ecsbench/ecsbench/results"
)

// A Shard is a part of a plan that is measured on its own machine. Comparison groups
// stay together, because ratios across machines are worthless.
type Shard struct {
	Index int // from 1
	Count int
}

func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index, s.Count) }

// ShardsVariable sets the number of shards if the scheduler does not, such as
// Kubernetes.
const ShardsVariable = "ECSBENCH_SHARDS"

// A scheduler provides the index and number of equal jobs in environment variables.
type scheduler struct {
	index, count string
	least, step  string // variables with the first index and the step, "" if none
	from         int    // first index without such a variable
}

var schedulers = []scheduler{
	{index: "JOB_COMPLETION_INDEX", count: ShardsVariable}, // Kubernetes, Google Batch
	{index: "SLURM_ARRAY_TASK_ID", count: "SLURM_ARRAY_TASK_COUNT", least: "SLURM_ARRAY_TASK_MIN", step: "SLURM_ARRAY_TASK_STEP"},
	{index: "CI_NODE_INDEX", count: "CI_NODE_TOTAL", from: 1}, // GitLab
	{index: "CIRCLE_NODE_INDEX", count: "CIRCLE_NODE_TOTAL"},
	{index: "BUILDKITE_PARALLEL_JOB", count: "BUILDKITE_PARALLEL_JOB_COUNT"},
}

// ParseShard reads i/n, with i from 1 to n, or "auto" for the environment of a
// Kubernetes Indexed Job, a Slurm array or a parallel CI job.
func ParseShard(text string, getenv func(string) string) (Shard, error) {
	if text == "auto" {
		return shardOf(getenv)
	}
	i, n, ok := strings.Cut(text, "/")
	index, errI := strconv.Atoi(i)
	count, errN := strconv.Atoi(n)
	if !ok || errI != nil || errN != nil || index < 1 || count < index {
		return Shard{}, fmt.Errorf("shard %q: want i/n with i from 1 to n, such as 3/8, or auto", text)
	}
	return Shard{index, count}, nil
}

func shardOf(getenv func(string) string) (Shard, error) {
	for _, s := range schedulers {
		if getenv(s.index) != "" {
			return s.shard(getenv)
		}
	}
	var names []string
	for _, s := range schedulers {
		names = append(names, s.index)
	}
	return Shard{}, fmt.Errorf("shard auto: none of %s is set: name the shard, such as 3/8", strings.Join(names, ", "))
}

func (s scheduler) shard(getenv func(string) string) (Shard, error) {
	least, step, total := s.from, 1, s.count
	for variable, to := range map[string]*int{s.least: &least, s.step: &step} {
		if n, err := strconv.Atoi(getenv(variable)); variable != "" && err == nil {
			*to = n
		}
	}
	// A restarted array holds only the restarted jobs. Then only the user can provide
	// the number.
	if getenv(ShardsVariable) != "" {
		least, step, total = s.from, 1, ShardsVariable
	}
	index, err := strconv.Atoi(getenv(s.index))
	if err != nil {
		return Shard{}, fmt.Errorf("shard auto: %s is %q: want a number", s.index, getenv(s.index))
	}
	count, err := strconv.Atoi(getenv(total))
	if err != nil || count < 1 {
		return Shard{}, fmt.Errorf("shard auto: %s is %q: want the number of shards for %s", total, getenv(total), s.index)
	}
	at := index - least
	if step < 1 || at%step != 0 || at < 0 || at/step >= count {
		return Shard{}, fmt.Errorf("shard auto: %s is %d, and %s is %d: want %d to %d", s.index, index, total, count, least, least+(count-1)*step)
	}
	return Shard{at/step + 1, count}, nil
}

// Slice returns one shard of the plan. Comparison groups are dealt in turns, so that each
// shard has all sizes.
func (p Plan) Slice(s Shard) (Plan, error) {
	groups, err := p.groups()
	if err != nil {
		return Plan{}, err
	}
	if s.Count > len(groups) {
		return Plan{}, fmt.Errorf("shard %v: the plan has %d comparisons, and each stays on one machine: use at most %[2]d shards", s, len(groups))
	}
	p.Part = &results.Shard{Index: s.Index, Count: s.Count, Of: len(groups)}
	for g := s.Index - 1; g < len(groups); g += s.Count {
		p.Part.Groups = append(p.Part.Groups, g)
		p.Part.Cases += len(groups[g])
	}
	return p, nil
}

// groups lists the comparison groups of the whole plan.
func (p Plan) groups() ([][]Case, error) {
	p.Part = nil
	cases, err := p.Cases()
	if err != nil {
		return nil, err
	}
	if len(p.Impls) == 0 {
		return nil, nil
	}
	return slices.Collect(slices.Chunk(cases, len(p.Impls))), nil
}

// part returns the shard for the file: 1/1 for the whole plan.
func (p Plan) part() *results.Shard {
	if p.Part != nil {
		return p.Part
	}
	whole := &results.Shard{Index: 1, Count: 1}
	if groups, err := p.groups(); err == nil {
		whole.Of, whole.Cases = len(groups), len(slices.Concat(groups...))
	}
	return whole
}

// Identity identifies a plan. It excludes the number of processors, so that one plan
// can be measured on different machines; case names contain it.
func (p Plan) Identity() string {
	p.GOMAXPROCS = 0
	return checksum(p)
}

func checksum(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // numbers, strings and maps
	}
	return fmt.Sprintf("%x", sha256.Sum256(text))[:16]
}
