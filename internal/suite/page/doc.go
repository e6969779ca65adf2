// Package page writes a report as one self-contained HTML file: it opens from disk, uses no
// network, and runs only its own scripts.
//
// The file has three parts. The answer (headlines, heat map, changes, environment, method)
// is static HTML, readable without scripts and on paper. Charts, tables and interaction are
// generated in the browser from one block of JSON, by the scripts in the folder js. The
// compressed raw results are included, so that readers can check the page.
//
// Names in results are untrusted text. The templates in page.tmpl escape them, or they pass through
// the JSON block into text nodes, never into markup. A content security policy allows only scripts
// and styles with known hashes.
//
// # Colours
//
// Every implementation has the same colour, symbol and dash in every picture and in the page
// (palette.go).
//
// # Pictures
//
// A [Figure] is a grid of panels with one legend, for documents and pull requests. It is
// drawn with gonum/plot, as PNG (twice the usual resolution) and SVG. The page has
// everything else: ratios, throughput, memory and distributions (figures.go).
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
