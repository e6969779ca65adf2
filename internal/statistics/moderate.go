package statistics

import (
	"math"

	"github.com/aclements/go-moremath/stats"
	"gonum.org/v1/gonum/mathext"
)

// A Prior is the information of many variances about one of them: it counts as Freedom
// further samples with the variance Variance.
type Prior struct{ Variance, Freedom float64 }

// PriorOf estimates the prior from variances and their degrees of freedom (G. K.
// Smyth, "Linear models and empirical Bayes methods for assessing differential
// expression in microarray experiments", Stat. Appl. Genet. Mol. Biol. 3, 2004). It
// ignores variances of 0. With fewer than three others it is empty.
func PriorOf(variances, freedoms []float64) Prior {
	var logs, expected []float64
	most := 0.0 // the prior cannot exceed the information of all variances together
	for i, v := range variances {
		if half := freedoms[i] / 2; v > 0 {
			logs, expected = append(logs, math.Log(v)-mathext.Digamma(half)+math.Log(half)), append(expected, trigamma(half))
			most += freedoms[i]
		}
	}
	if len(logs) < 3 {
		return Prior{}
	}
	prior, mean := Prior{Freedom: most}, stats.Mean(logs)
	if spread := stats.Variance(logs) - stats.Mean(expected); spread > 0 {
		prior.Freedom = math.Min(most, 2*inverseTrigamma(spread))
	}
	prior.Variance = math.Exp(mean + mathext.Digamma(prior.Freedom/2) - math.Log(prior.Freedom/2))
	return prior
}

// A Moderated is the mean of paired differences, with its standard deviation and degrees of freedom.
type Moderated struct{ Difference, SD, Freedom float64 }

// P is the two-sided p-value of no difference.
func (m Moderated) P() float64 {
	if m.Difference == 0 {
		return 1
	}
	return 2 * Student(m.Freedom).CDF(-math.Abs(m.Difference)/m.SD)
}

// trigamma is the derivative of the digamma function.
func trigamma(x float64) float64 { return mathext.Zeta(2, x) }

// inverseTrigamma solves trigamma(x) = y by bisection of the logarithm of x.
func inverseTrigamma(y float64) float64 {
	lo, hi := -20.0, 20.0
	for range 80 {
		if middle := (lo + hi) / 2; trigamma(math.Exp(middle)) > y {
			lo = middle
		} else {
			hi = middle
		}
	}
	return math.Exp(lo)
}
