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

// ShardsVariable holds the number of shards for "auto".
const ShardsVariable = "ECSBENCH_SHARDS"

// indexVariables hold the index of a job, from 0: Kubernetes Indexed Jobs and Slurm arrays.
var indexVariables = []string{"JOB_COMPLETION_INDEX", "SLURM_ARRAY_TASK_ID"}

// ParseShard reads i/n, with i from 1 to n, or "auto" for the environment of a job.
func ParseShard(text string, getenv func(string) string) (results.Shard, error) {
	if text == "auto" {
		return shardOf(getenv)
	}
	i, n, ok := strings.Cut(text, "/")
	index, errI := strconv.Atoi(i)
	count, errN := strconv.Atoi(n)
	if !ok || errI != nil || errN != nil || index < 1 || count < index {
		return results.Shard{}, fmt.Errorf("shard %q: want i/n with i from 1 to n, such as 3/8, or auto", text)
	}
	return results.Shard{Index: index, Count: count}, nil
}

func shardOf(getenv func(string) string) (results.Shard, error) {
	for _, variable := range indexVariables {
		if getenv(variable) == "" {
			continue
		}
		index, errI := strconv.Atoi(getenv(variable))
		count, errN := strconv.Atoi(getenv(ShardsVariable))
		switch {
		case errN != nil || count < 1:
			return results.Shard{}, fmt.Errorf("shard auto: %s is %q: want the number of shards for %s", ShardsVariable, getenv(ShardsVariable), variable)
		case errI != nil || index < 0 || index >= count:
			return results.Shard{}, fmt.Errorf("shard auto: %s is %q, and %s is %d: want 0 to %d", variable, getenv(variable), ShardsVariable, count, count-1)
		}
		return results.Shard{Index: index + 1, Count: count}, nil
	}
	return results.Shard{}, fmt.Errorf("shard auto: neither of %s is set: name the shard, such as 3/8", strings.Join(indexVariables, " and "))
}

// Slice returns one shard of the plan. Comparison groups stay together, because ratios across
// machines are worthless. They are dealt in turns, so that each shard has all sizes.
func (p Plan) Slice(s results.Shard) (Plan, error) {
	groups, err := p.groups()
	if err != nil {
		return Plan{}, err
	}
	if s.Count > len(groups) {
		return Plan{}, fmt.Errorf("shard %v: the plan has %d comparisons, and each stays on one machine: use at most %[2]d shards", s, len(groups))
	}
	s.Of = len(groups)
	for g := s.Index - 1; g < len(groups); g += s.Count {
		s.Groups = append(s.Groups, g)
		s.Cases += len(groups[g])
	}
	p.Part = &s
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
