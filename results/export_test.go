package results

// Units lists the units of ecsbench's own results.
func Units() []Unit { return units }
