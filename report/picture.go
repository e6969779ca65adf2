package report

// A Picture is a chart of a report in files beside it.
type Picture struct {
	Title  string
	Files  []string // the same picture in several formats, PNG first
	Values bool     // shows the values of a scenario; displayed first
}
