// Package plot draws the pictures of a report with gonum/plot, each as PNG
// (twice the usual resolution) and SVG.
//
// A [Figure] is a grid of panels with one legend. The figures of a report:
//
//   - time-SCENARIO: time per entity along the axis of the scenario (the size of the world if
//     it varies, else the last axis that varies), with intervals. There is one panel per profile
//     and value of the other axes. It is value-SCENARIO if another unit is ranked. SCENARIO has
//     the access mode unless it is entity by entity
//   - ratio-SCENARIO: the same as bars, relative to the reference
//   - throughput-IMPLEMENTATION: entities per second along the axis, a line per profile and value
//     of the other axes, a panel per scenario
//   - memory: bytes per entity beside the times
//   - samples: every sample in the order of the run, which shows drift and multiple modes
//
// Names are escaped as elsewhere (summary.Display); characters missing in the font are
// replaced. The caption lists what is not drawn.
package plot
