// Package measure turns a plan into samples.
//
// # The story
//
//  1. A [Plan] says what to measure: scenarios, implementations, sizes, and how
//     precisely. [Plan.Cases] spells it out.
//  2. [Run] measures the cases in rounds. A round takes one sample of each case
//     that is still open, in a random order drawn from the plan's seed, so that
//     whatever drifts on the machine hits every case alike.
//  3. Each sample comes from a fresh process: the binary starts itself as a
//     worker ([Process]), because address layout, hash seeds and the state of
//     the heap differ from process to process, for users as for us.
//  4. The worker ([Work]) sets the case up, warms up, chooses the number of
//     operations such that the timed part is long against the clock, collects
//     garbage, times, and verifies that the right work was done.
//  5. Each sample is on disk before the next begins. A case is closed once the
//     confidence interval of its median is as narrow as the plan asks, or the
//     budget is spent.
//
// A case that crashes, hangs or does the wrong work is recorded as failed and
// the run goes on. A worker that was killed or stopped from outside says nothing
// of its case, and is started again.
package measure
