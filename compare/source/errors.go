package source

import "fmt"

// An InputError says what is wrong with an input, where, and what to do.
type InputError struct {
	File   string
	Line   int    // 1-based; 0 where the whole file is meant
	What   string // what is wrong
	Remedy string // what to do about it; may be empty
}

func (e *InputError) Error() string {
	at := e.File
	if e.Line > 0 {
		at = fmt.Sprintf("%s:%d", e.File, e.Line)
	}
	if e.Remedy == "" {
		return fmt.Sprintf("%s: %s", at, e.What)
	}
	return fmt.Sprintf("%s: %s; %s", at, e.What, e.Remedy)
}
