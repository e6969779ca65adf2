// Package report shows results to people and programs: as tables in a terminal
// or in Markdown, and as CSV and JSON.
//
// What the tables say is found out by package summary below this one, which
// plots and the HTML page show as well: there is one ranking, one notion of
// precision and one of what a significant difference is.
package report
