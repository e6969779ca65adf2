// Package report prints results as tables for terminals and Markdown, as CSV and as JSON.
//
// Package summary computes rankings, precision and significance for tables, plots and the page.
package report
