package results

// Units lists the units of ecsbench's own results.
func Units() []Unit { return units }

// HasResult reports whether a line is a result.
func HasResult(line string) bool { return hasResult([]byte(line)) }
