package summary

// A Picture is drawn from a report, into files beside it.
type Picture struct {
	Title  string
	Files  []string // the same picture in several formats, PNG first
	Values bool     // whether it shows the values of a scenario, which are what is looked at first
}
