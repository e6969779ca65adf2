// Package source reads files in the Go benchmark format the way a gate has to:
// with benchstat's tolerance, but never silently.
//
//  1. [Files] walks over its paths in order and hands every benchmark line to
//     the caller as a benchfmt.Result, labelled as benchstat labels it
//     (label=path, "-" for standard input, path#N for a path given twice).
//  2. On the way the bytes pass a [lineReader], which sees what benchfmt skips:
//     annotations ("# kind {json}") and the failures that go test prints. It
//     also stops at what is no benchmark file at all: binary data, a line of
//     megabytes.
//  3. What benchfmt takes for a line with an error goes to Warn, with file and
//     line, and reading goes on, as in benchstat. NaN is refused, because no
//     statistic is defined on it (benchstat itself never returns from one).
//
// Everything that ends the reading is an [InputError]: file, line, what is
// wrong and what to do about it.
package source
