// Package report prints results: as tables for people, and in formats of other tools.
//
//   - [Text], [Markdown], [CSV] and [JSON] print the table of a run. Package summary computes its
//     rankings, precision and significance.
//   - [Compare] makes benchstat's tables with benchstat's numbers, from any files in the Go
//     benchmark format.
//   - [SamplesCSV] and [Parquet] have every value of every sample as a row of its own, with the
//     configuration: what DuckDB, Spark, ClickHouse or a notebook needs. [Columns] describes the
//     columns. They are written while the files are read, so size does not matter.
//   - [BMF], [SmallerIsBetter] and [Otava] have the median of every case, in the formats of
//     Bencher, github-action-benchmark and Apache Otava.
//
// # Comparisons
//
//  1. A benchproc filter drops results. Three benchproc projections decide into which table,
//     row and column each value goes.
//  2. This depends on the name, configuration and units of a result, not on its values. So it
//     is computed once per distinct (configuration, name, units), a [route]. Every later line
//     only appends its values to the cells of its route. A million lines are read in less time
//     and memory than benchstat needs.
//  3. [Tables] holds the summary of each cell (benchmath: median and interval, or the exact
//     value), its comparison with the first column of its row (Mann-Whitney U test), and the
//     geometric means of each column.
//  4. WriteText, WriteCSV, WriteMarkdown and WriteJSON print them. Text has benchstat's layout.
//
// The statistics of a gate are in package gate.
package report
