// Package report evaluates result files and prints the results: as tables for people, and in
// formats of other tools.
//
//   - [Build] makes a [Report]: the best implementation per configuration, its lead and the
//     significance. The page, plots and tables all use it, so they agree.
//   - [Text], [Markdown], [CSV] and [JSON] print the tables of a report.
//   - [Compare] makes tables with benchstat's numbers, from any files in the Go
//     benchmark format.
//   - [SamplesCSV] and [Parquet] have every value of every sample as a row of its own, with the
//     configuration: what DuckDB, Spark, ClickHouse or a notebook needs. [Columns] describes the
//     columns. They are written while the files are read, so size does not matter.
//   - [BMF] and [SmallerIsBetter] have the median of every case, in the formats of Bencher and
//     github-action-benchmark.
//
// # Reports
//
//  1. [Build] pools the samples of all files into cases and splits each configuration that
//     occurs (profile, machine, ...) from the others.
//  2. Cases that differ only in the implementation form a [Shape]: one configuration, such as
//     "iterate over 100,000 entities with two components in profile AA". Only cases of one
//     shape are compared.
//  3. In each shape the case with the smallest median is the best of its role. The others get
//     their ratio to it and the p-value of a Mann-Whitney U test with Holm's correction.
//     Without a significant difference the case is [Entry.Tied].
//  4. [Report.Headlines] prints this as text, [Report.Heats] as tables.
//
// Names in result files are untrusted text. A report has them unchanged; callers escape them.
//
// # Comparisons
//
//  1. A benchproc filter drops results. Three benchproc projections decide into which table,
//     row and column each value goes.
//  2. [Tables] holds the summary of each cell (benchmath: median and interval, or the exact
//     value), its comparison with the first column of its row (Mann-Whitney U test), and the
//     geometric means of each column.
//  3. WriteText, WriteMarkdown and WriteJSON print them.
//
// The statistics of a gate are in package gate.
package report
