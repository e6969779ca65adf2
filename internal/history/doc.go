// Package history puts result files of many commits into order and finds the
// commits at which a case became faster or slower.
//
//  1. [Build] groups files by commit, from the environment that each file
//     records, and orders the commits by their date. Files without a commit
//     stand for themselves, at the time of their run.
//  2. Every case becomes a [Series]: one point for each commit and machine. A
//     case on another machine is another measurement, so change points are
//     looked for on each machine apart.
//     Where the files tell the clock of the core, cases that repeat better in
//     cycles are told in them (package statistics), so that a core which
//     ran slower for one commit is no step.
//  3. Change points are found in medians' logarithms by E-divisive (package
//     divisive), the method that MongoDB and Hunter build on for the same purpose.
//
// The newest commit is what a report is about.
package history
