// Package bisect finds the commit that made a benchmark slower.
//
//  1. [Run] compares GOOD and BAD as package ab does. Where BAD has no certain
//     regression there is nothing to look for. Else the case that became worst
//     is the one to follow.
//  2. The commits between the two are those along first parents: what a merge
//     brought in is one step, and the merge is named where it was that.
//  3. Each step looks at the commit in the middle of those in question. What
//     cannot have changed (package proof) since the last good commit is good,
//     and what cannot change any more until the first bad one is bad; neither
//     is measured. All else is compared with GOOD, by the rules of package ab,
//     and is bad if it is worse by more than half of what was confirmed: so
//     that other changes, which were allowed, do not lead astray.
//  4. A commit that cannot be built or judged is passed over, like `git bisect
//     skip` does, and the nearest one to the middle is taken.
//
// Every step is in a file before the next begins, so that what was interrupted
// goes on with [Continue]. With ab.ByInstructions no step is repeated in rounds.
package bisect
