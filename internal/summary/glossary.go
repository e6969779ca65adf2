package summary

// A Term is a word that tables, sentences or pictures use, and what it means.
type Term struct{ Word, Means string }

// Glossary explains the words that a reader meets, for the page and for the
// terminal alike.
func Glossary() []Term {
	return []Term{
		{"implementation", "one way to store a world; after a colon its options, such as dense:dispatch=shared"},
		{"scenario", "what is done to a world, such as creating entities or running a system over them"},
		{"shape of world", "a scenario at one size, with one number of components and all else equal: only within it are implementations compared"},
		{"seed", "where the random numbers of a run begin: its worlds, and the order in which it measures"},
		{"dispatch", "how a system knows the entities that it works on: told of each change (broadcast, interest), by a list that systems share (shared), or found anew in each run (scan, join)"},
		{"reference", "measured for comparison and never the best: soa, slices written by hand without any ECS, and objects, a virtual call for each object, which an ECS replaces"},
		{"vs best, 2.00x", "takes two times what the best of its shape takes; 1.00x is the best, and references may be below"},
		{"≈", TieMeans},
		{"± 2%", "the true median is so close to the one shown with 95% confidence; ! where that is less precise than was asked for"},
		{"†", "failed in a scenario: it did other work than it must, panicked or took too long, so that its numbers in others are to be doubted too"},
		{"geometric mean", "the average of ratios: of twice and half as fast it is 1.00x"},
		{"seen from 14%", "in a verdict: a slow-down of 14% would have been noticed in this case for sure, a smaller one may be hidden in the noise"},
		{"outlier", "a sample more than 1.5 times the middle half of the samples away from it (Tukey's fences); severe from 3 times on"},
		{"too few", "fewer than 6 samples, of which no interval can be given"},
	}
}
