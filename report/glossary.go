package report

// A Term is a word that tables, messages or pictures use, and its meaning.
type Term struct{ Word, Means string }

// Glossary defines the terms of the program. The page of a report, ecsbench help
// words and docs/glossary.md print it.
func Glossary() []Term {
	return []Term{
		{"implementation", "anything that is measured; options follow after colons, such as dense:dispatch=shared"},
		{"library", "an implementation that games can import"},
		{"design", "a storage from an older project; it shows the cost of a storage layout"},
		{"reference", "a lower bound without an ECS: soa is hand-written slices, objects has one virtual call per object"},
		{"scenario", "the work on a world, such as creating entities or running a system over them"},
		{"configuration", "a scenario at one size with one number of components and all else equal; implementations are compared within a configuration only"},
		{"access mode", "how the caller works with entities: per entity, batch by list, batch by filter, chunk, or parallel; rankings never mix access modes"},
		{"dispatch", "how a system finds its members: notified of each change (broadcast, interest), by a shared list (shared), or by searching (scan, join)"},
		{"profile", "the scale of a run: numbers of component types, systems, entities and components"},
		{"archetype", "a set of component types that entities share"},
		{"aged", "a world in which entities were destroyed and created again in random order; the opposite of fresh"},
		{"stale handle", "a handle of an entity that was destroyed"},
		{"capacity", "the largest multiple of a world file whose frames meet the budget"},
		{"seed", "the start of the random numbers of a run: its worlds and the order of its measurements"},
		{"vs best, 2.00x", "takes twice as much as the best of its role in its configuration; 1.00x is the best"},
		{"≈", TieMeans},
		{"± 2%", "the 95% confidence interval of the median; ! marks an interval wider than requested"},
		{"± 2%c", "the interval of the clock cycles, which is narrower than that of the time"},
		{"1.70x ?", UnclearMeans},
		{"?", "a median of fewer than 6 samples, whose precision is unknown"},
		{"†", "failed a scenario by a panic or a timeout; its other numbers are doubtful too"},
		{"‡", "did different work than the model in a scenario or in ecsbench run --verify; it is not ranked"},
		{"note", "a shortcut or an emulation of an implementation in a scenario; marked by a raised number"},
		{"too few", "fewer than 6 samples, which have no confidence interval"},
		{"geometric mean", "the average of ratios: the average of twice and half as fast is 1.00x"},
		{"outlier", "a sample more than 1.5 interquartile ranges outside the middle half of the samples (Tukey's fences); severe beyond 3"},
		{"noise probe", "fixed work beside each batch; it detects a busy core"},
		{"disturbed sample", "a sample without a quiet batch; it is measured again"},
		{"verdict", "pass, regression or inconclusive"},
		{"minimum detectable effect (MDE)", "the smallest change that 95% of runs would detect in a case"},
		{"proved equal", "not measured, because all code and data that a case can reach are the same on both sides"},
		{"suspected", "a change that files measured at different times cannot establish; ecsbench ab settles it"},
		{"undecided", "a case with no significant change, in which a change beyond the limit cannot be excluded"},
		{"underpowered", "a case whose MDE is above the limit"},
		{"A/A control", "a second copy of the base, measured like a revision; it must be equal"},
		{"injected slowdown", "known extra work that a run must detect"},
		{"attribution", "the function and commit that caused a change"},
	}
}
