// Package page writes a report as one self-contained HTML file: it opens from disk, uses no
// network, and runs only its own scripts.
//
// The file has three parts. The answer (headlines, heat map, changes, environment, method)
// is static HTML, readable without scripts and on paper. Charts, tables and interaction are
// generated in the browser from one block of JSON, by the scripts in package assets. The
// compressed raw results are included, so that readers can check the page.
//
// Names in results are untrusted text. They pass through html/template, or through the JSON
// block into text nodes, never into markup. A content security policy allows only scripts
// and styles with known hashes.
package page
