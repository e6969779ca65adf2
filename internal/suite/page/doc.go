// Package page writes a report as one self-contained HTML file: it opens from disk, uses no
// network, and runs only its own scripts.
//
// The file has three parts. The answer (headlines, heat map, changes, environment, method)
// is static HTML, readable without scripts and on paper. Charts, tables and interaction are
// generated in the browser from one block of JSON, by the scripts in the folder js. The
// compressed raw results are included, so that readers can check the page.
//
// Names in results are untrusted text. The template page.qtpl escapes them, or they pass through
// the JSON block into text nodes, never into markup. A content security policy allows only scripts
// and styles with known hashes.
//
// # Colours
//
// Every implementation has the same colour, symbol and dash in every picture and in the page.
//
// The colours are those of Okabe and Ito ("Color Universal Design", 2008), which are
// distinguishable with all common kinds of colour blindness. Yellow and black are omitted (too
// weak and too strong on paper), and three of Paul Tol's "muted" scheme follow. Colour is never
// the only difference: neighbours in the list also differ in their symbol.
//
// A colour follows from the place in the registry, so it does not depend on what else was
// measured. Variants of one implementation (dense:dispatch=shared) share its colour and
// differ in their dash, and from the fourth on in their symbol. Everything else is grey.
//
// # Pictures
//
// A [Figure] is a grid of panels with one legend, for documents and pull requests. It is
// drawn with gonum/plot, as PNG (twice the usual resolution) and SVG. The page has
// everything else: ratios, throughput, memory and distributions. The figures of a report:
//
//   - time-SCENARIO: time per entity along the axis of the scenario (the size of the world if
//     that varies, else the last axis that does), every implementation in one panel, with
//     intervals; a panel for each profile and place on the other axes. It is value-SCENARIO
//     if something else than time is ranked, and SCENARIO contains the access mode if that is
//     not entity by entity
//   - samples: every sample in the order of the run, which shows drift and values that come
//     in several modes
//
// Names from result files are drawn as they are displayed elsewhere (report.Display), with
// characters that the embedded font lacks replaced. Unreadable parts are omitted, and the
// caption states this.
//
// # Folders and summaries
//
// [WriteFolder] writes a whole report: a folder with the page, the pictures and the raw
// results. Foreign files in it stay, see package outdir.
//
// [WriteMarkdown] writes a summary for a README or a pull request: the best implementations,
// what changed against a baseline, the heat map of the largest world and links to the pictures.
package page
