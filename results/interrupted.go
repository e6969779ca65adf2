package results

// An InterruptedError is returned by an interrupted session. The file or folder keeps all
// samples and can be resumed.
type InterruptedError struct{ Path string }

func (e *InterruptedError) Error() string { return "interrupted; what was measured is in " + e.Path }
