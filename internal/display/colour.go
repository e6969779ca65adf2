package display

// A Colour of terminals, of which 16 have their names everywhere.
type Colour string

const (
	Green  Colour = "\x1b[32m"
	Yellow Colour = "\x1b[33m"
	Red    Colour = "\x1b[31m"
)

// Text is text that stands out on a terminal, and does no harm there.
func (c Colour) Text(s string) Verbatim { return Verbatim(string(c) + Escape(s) + "\x1b[0m") }
