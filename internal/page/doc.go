// Package page writes a report as one HTML file that needs nothing else: it
// opens from disk, asks the network for nothing, and runs no script but its
// own.
//
// The file has three parts. What answers the reader's first questions (the
// sentences, the heat map, changes, environment, method) is plain HTML made
// here, and is there without scripts and on paper. Charts, tables and
// everything that switches are made in the browser from one block of JSON, by
// the scripts in package assets. The raw results are in the file too, compressed, so
// that a page that was handed on can be checked by those who get it.
//
// Names in results are other people's text. They pass through html/template,
// or through the JSON block into text nodes, never into markup; and a content
// security policy allows only the scripts and styles whose hashes it names.
package page
