// Package compare makes benchstat's tables with benchstat's numbers, from any
// files in the Go benchmark format.
//
//  1. [Read] walks over the files . A benchproc filter drops
//     results, and three benchproc projections say into which table, row and
//     column each value goes.
//  2. What a result's name, configuration and units are decides all of that;
//     the measured values do not. So this is worked out once per distinct
//     (configuration, name, units), a [route], and every later line only
//     appends its values to the cells of its route. That is why a million lines
//     are read in less time and memory than benchstat needs.
//  3. [Tables] holds the summary of each cell (benchmath: median and interval,
//     or the exact value), its comparison with the first column of its row
//     (Mann-Whitney U test), and the geometric means of each column.
//  4. WriteText, WriteCSV, WriteMarkdown and WriteJSON print them. Text is
//     laid out as benchstat's, so that tools and eyes used to it keep working.
//
// The statistics of a gate are another matter, see package gate.
package compare
