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
//
// MERGEDOC
// Package palette gives every implementation its colour, symbol and dash, the
// same in every picture and in the page.
//
// The colours are those of Okabe and Ito ("Color Universal Design", 2008),
// which people with any of the common kinds of colour blindness can tell
// apart, without the yellow and the black (too weak and too strong on paper)
// and with three of Paul Tol's "muted" scheme behind them. Colour never stands
// alone: neighbours in the list differ in their symbol too.
//
// A contender's colour follows from its place in the registry, so it does not
// depend on what else was measured. Variants of one implementation
// (dense:dispatch=shared) share its colour and differ in their dash, and from the
// fourth on in their symbol. What is not a contender is grey.
//
// MERGEDOC
// Package plot draws the pictures of a report with gonum/plot, each as PNG
// (twice the usual resolution) and SVG.
//
// A [Figure] is a grid of panels with one legend. The figures of a report:
//
//   - time-SCENARIO: time per entity along the axis of the scenario (how large
//     the world is if that varies, else the last axis that does), every
//     implementation in one panel, with intervals; a panel for each profile and
//     place on the other axes. It is value-SCENARIO where something else than
//     time is ranked, and SCENARIO has the access mode if that is not entity
//     by entity
//   - ratio-SCENARIO: the same as bars, relative to the floor
//   - throughput-IMPLEMENTATION: entities per second along the axis, a line for
//     each profile and place on the other axes, a panel for each scenario (the
//     figures of seed 004)
//   - memory: bytes per entity beside the times
//   - samples: every sample in the order of the run, which shows drift and
//     values that come in several modes
//
// Names from result files are drawn as they are displayed elsewhere
// (summary.Display), with what the embedded font cannot draw replaced. What
// cannot be drawn in a readable way is left out and the caption says so.
//
// MERGEDOC
// Package folder writes a whole report: result files in, a folder out that
// holds the page, the pictures and the raw results.
//
// The folder appears at once or not at all, and files of others in it stay, see
// package outdir.
//
// MERGEDOC
// Package assets is what is the same in every report page: its template, its style,
// its scripts, the chart library, the licences of what it contains, and the policy
// that lets nothing else run.
//
// MERGEDOC
// Package markdown writes the summary of a report for a README or a pull
// request: the best implementations, what changed against a baseline, the heat map of the
// largest world and links to the pictures.
package page
