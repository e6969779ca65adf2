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
package plot
