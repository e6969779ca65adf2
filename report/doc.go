// Package report shows results to people: as tables in a terminal or in
// Markdown, as CSV and JSON for other programs, and in sentences.
//
// [Rank] turns a result file into [Ranking]s, one for each scenario, and the
// writers show these. Plots and the HTML page are packages below this one.
package report
