// Package profiler profiles a case: CPU time, retained memory and caches. The scenarios gc and
// memory measure the garbage collection beside a world, and its memory while it grows.
//
// # The story
//
//  1. A [Selection] names one scenario at one scale, the implementations to look at,
//     and the looks to take. [Run] takes them one after the other.
//  2. Every look is a fresh process, started the same way as the workers that
//     take samples; [Serve] is its other end. A process that profiles never
//     takes a sample, so profiles cannot change the numbers that are stored.
//  3. In the worker, the case is set up as for a sample, and only the measured
//     part is looked at: the CPU profiler runs while the operations run, the
//     allocations before them are subtracted.
//  4. For the caches the worker runs inside valgrind's cachegrind, once with
//     the operations and once without. What remains after subtraction is the
//     operations. The counts are simulated and repeatable.
//  5. [Findings] has the results, as text ([Findings.Text]), as files ([Findings.Save], [Load])
//     and as a summary of the causes ([Findings.Sentences]).
package profiler
