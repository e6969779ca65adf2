// Package escape keeps text that comes from files from being anything but text
// where it is shown.
//
// Names of benchmarks, units, labels and reasons are written by other people.
// A terminal would obey escape sequences in them, a CI system commands, a
// spreadsheet formulas, and GitHub links, images, mentions and HTML. There is
// one function for each kind of output: [Text], [Markdown], and [Cell] for CSV.
// [JSON] and [XML] write values so that nothing happens to those who look at
// them in a terminal.
//
// So that nothing is forgotten, writers do not call them for each string:
// [NewText] and [NewMarkdown] make a [Writer] whose Printf takes every argument
// for data and only the format for its own, and [NewCSV] does the same for
// fields. What a program made itself and wants to have as it is, it marks as
// [Ours].
package escape
