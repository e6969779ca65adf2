package page

// A Series is a case over commits, the oldest first, for the history section.
type Series struct {
	Name   string  `json:"name"`
	Impl   int     `json:"impl"` // index in the report, -1 if it is not there
	Unit   string  `json:"unit"`
	Points []Point `json:"points"`
	Steps  []Step  `json:"steps"` // change points
}

// A Point is a case at one commit.
type Point struct {
	Commit  string `json:"commit"`
	Date    string `json:"date"`
	Machine string `json:"machine"`
	Value   number `json:"v"`
	Lo      number `json:"lo"`
	Hi      number `json:"hi"`
	N       int    `json:"n"`
}

// A Step is a change point: the first point of a new level.
type Step struct {
	At    int    `json:"at"`
	Ratio number `json:"r"` // new level to old
}
