package measure

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/engine"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

// retake puts a disturbed sample aside and leaves the case open. If too many are aside, the
// least disturbed one counts.
func (r *run) retake(t *track, d results.Disturbed) error {
	t.disturbed = append(t.disturbed, d)
	r.outcome.Noise.Disturbed++
	if err := r.out.Annotate(results.KindDisturbed, d); err != nil {
		return err
	}
	if engine.MayRetake(len(t.disturbed), t.samples()) {
		return nil
	}
	return r.accept(t)
}

// accept counts the least disturbed sample of a case.
func (r *run) accept(t *track) error {
	best := slices.MinFunc(t.disturbed, func(a, b results.Disturbed) int { return cmp.Compare(a.Noise, b.Noise) })
	i := slices.IndexFunc(t.disturbed, func(d results.Disturbed) bool { return d.Noise == best.Noise })
	t.disturbed = slices.Delete(slices.Clone(t.disturbed), i, i+1)
	t.add(best.Values)
	r.outcome.Noise.Accepted++
	return r.out.Accept(best)
}

// acceptMissing counts disturbed samples in cases with too few others at the end of a
// run.
func (r *run) acceptMissing() error {
	want := cmp.Or(r.plan.Rounds, max(r.plan.AtLeast, statistics.MedianMinSamples))
	for _, t := range r.tracks {
		for !t.excepted && t.samples() < want && len(t.disturbed) > 0 {
			if err := r.accept(t); err != nil {
				return err
			}
		}
	}
	return nil
}

// noiseCondition reports that the machine was not quiet often enough, or that this is
// unknown.
func (r *run) noiseCondition() []results.Condition {
	n := r.outcome.Noise
	if n.Unknown > 0 && n.Quiet+n.Disturbed == 0 {
		return []results.Condition{{
			Name:   "noise probe",
			State:  "failed in all samples, so disturbed samples count like others",
			Remedy: "measure on a machine whose clock can be read",
		}}
	}
	if n.Accepted == 0 {
		return nil
	}
	return []results.Condition{{
		Name: "quiet moments",
		State: fmt.Sprintf("something else used the core in %d of %s; %d of these count, since there were too few others",
			n.Disturbed, display.Count(n.Disturbed+n.Quiet+n.Unknown, "sample"), n.Accepted),
		Remedy: "stop other programs, or use a machine of your own",
	}}
}
