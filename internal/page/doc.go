// Package page writes a report as one self-contained HTML file: it opens from disk, uses no
// network, and runs only its own scripts.
//
// The file has three parts. The answer (headlines, heat map, changes, environment, method)
// is static HTML, readable without scripts and on paper. Charts, tables and interaction are
// generated in the browser from one block of JSON, by the scripts in the folder js. The
// compressed raw results are included, so that readers can check the page.
//
// Names in results are untrusted text. They pass through html/template, or through the JSON
// block into text nodes, never into markup. A content security policy allows only scripts
// and styles with known hashes.
//
// # Colours
//
// Every implementation has the same colour, symbol and dash in the page and in the pictures of the
// documentation.
//
// The colours are those of Okabe and Ito ("Color Universal Design", 2008), which people with
// any of the common kinds of colour blindness can distinguish, without the yellow and the
// black (too weak and too strong on paper) and with three of Paul Tol's "muted" scheme behind
// them. Colour never stands alone: neighbours in the list differ in their symbol too.
//
// A colour follows from the place in the registry, so it does not depend on what else was
// measured. Variants of one implementation (dense:dispatch=shared) share its colour and
// differ in their dash, and from the fourth on in their symbol. Everything else is grey.
//
// # Folders and summaries
//
// [WriteFolder] writes a whole report: a folder with the page and the raw results. The folder appears at once or not at all, and files of others in it stay, see
// package outdir.
//
// [WriteMarkdown] writes a summary for a README or a pull request: the best implementations,
// what changed against a baseline, the heat map of the largest world and a link to the page.
package page
