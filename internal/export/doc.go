// Package export writes results for other tools.
//
//   - [CSV] and [Parquet] have every value of every sample as a row of its own,
//     with all that the file says about it: what DuckDB, Spark, ClickHouse or a
//     notebook needs. [Columns] tells the columns. They are written while the files
//     are read, so that size does not matter.
//   - [BMF], [SmallerIsBetter] and [Otava] have the median of every case, in the
//     formats of Bencher, github-action-benchmark and Apache Otava.
//
// Any file in the Go benchmark format can be exported, that of go test -bench too.
package export
