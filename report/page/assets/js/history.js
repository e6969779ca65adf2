// The history section: a list of cases, those with steps first, and the chart
// of the one chosen.
function buildHistory(charts) {
}
