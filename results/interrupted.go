package results

// An InterruptedError is a session that was ended from outside; the file or the
// folder keeps what was measured and can be continued.
type InterruptedError struct{ Path string }

func (e *InterruptedError) Error() string { return "interrupted; what was measured is in " + e.Path }
