package gate

import "math"

// A drift is the variance, on the logarithmic scale, by which whole runs of
// one side differ beyond what the scatter within them explains: the machine's
// mood, the layout of that binary, the neighbours. Samples of one run share
// it, so no number of samples in one run shows it.
//
// It is the between-group component of a one-way random-effects analysis of
// variance, estimated by moments for each case and side with several runs and
// pooled over them (Searle, Casella & McCulloch, Variance Components, 1992,
// ch. 3; Kalibera & Jones, Rigorous benchmarking in reasonable time, 2013).
type drift struct {
	variance float64
	known    bool // some side has several runs
}

// betweenRuns estimates the drift from the tested speeds.
func betweenRuns(pairs []pair) drift {
	sum, n := 0.0, 0.0
	for i := range pairs {
		if p := &pairs[i]; p.Kind == Tested && isSpeed(p.Unit) {
			for _, s := range []*series{p.old, p.new} {
				if between, weight := s.betweenRuns(); weight > 0 {
					sum += between * weight
					n += weight
				}
			}
		}
	}
	if n == 0 {
		return drift{}
	}
	return drift{variance: math.Max(0, sum/n), known: true}
}

// betweenRuns returns the variance component and its degrees of freedom.
func (s *series) betweenRuns() (variance, freedom float64) {
	groups := s.groups()
	if len(groups) < 2 {
		return 0, 0
	}
	var means, within []float64 // of each run: mean, variance of that mean
	for _, g := range groups {
		if len(g) < 2 {
			return 0, 0 // one sample per run: the samples show the drift themselves
		}
		m, v := meanVariance(g)
		if math.IsInf(m, 0) || math.IsNaN(m) {
			return 0, 0
		}
		means, within = append(means, m), append(within, v/float64(len(g)))
	}
	_, between := meanVariance(means)
	noise, _ := meanVariance(within)
	return between - noise, float64(len(groups) - 1)
}

// groups returns the logarithms of s by run.
func (s *series) groups() [][]float64 {
	var out [][]float64
	index := make(map[int32]int)
	for i, v := range s.values {
		g, ok := index[s.runs[i]]
		if !ok {
			g = len(out)
			index[s.runs[i]] = g
			out = append(out, nil)
		}
		out[g] = append(out[g], math.Log(v))
	}
	return out
}

func meanVariance(xs []float64) (mean, variance float64) {
	for _, x := range xs {
		mean += x / float64(len(xs))
	}
	for _, x := range xs {
		variance += (x - mean) * (x - mean) / float64(len(xs)-1)
	}
	return mean, variance
}

// factor returns by how much drift widens what the samples of p show. Adding
// both errors in quadrature counts what drift there is within a side twice;
// it errs on the side of no verdict.
func (d drift) factor(p *pair) float64 {
	if d.variance == 0 || len(p.old.groups()) == len(p.old.values) && len(p.new.groups()) == len(p.new.values) {
		return 1
	}
	shown := p.scale() * p.scale() * (1/float64(p.OldN) + 1/float64(p.NewN)) * math.Pi / 3
	if shown == 0 || math.IsNaN(shown) || math.IsInf(shown, 0) {
		return 1
	}
	hidden := d.variance * (1/float64(len(p.old.groups())) + 1/float64(len(p.new.groups())))
	return math.Sqrt(1 + hidden/shown)
}
