// Package display writes text for people: escaped, aligned, counted and in plain words.
//
// Names of benchmarks, units, labels and reasons come from files that other people
// wrote. A terminal obeys escape sequences in them, a CI system commands, a
// spreadsheet formulas, and GitHub links, images, mentions and HTML. There is one
// function for each kind of output: [Escape], [EscapeMarkdown], and [EscapeCell] for
// CSV. [WriteJSON] and [WriteXML] escape values that a terminal would obey.
//
// Commands do not call these functions for each string. [NewWriter] and
// [NewMarkdownWriter] make a [Writer] whose Printf escapes every argument but not the
// format. A [Verbatim] argument is not escaped.
//
// A [Table] is written for terminals and as Markdown. [Count], [List], [Percent],
// [Change], [DidYouMean] and [QueryError] are the phrases that several commands print.
package display
