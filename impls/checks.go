package impls

// Checks is the option of implementations that check handles before each call only
// because worlds must skip stale handles and reject moves that do not fit. Programs
// with valid handles need no checks.
var Checks = Option{
	Name:    "checks",
	Doc:     "check each handle and move before the call, or trust the caller, as programs do that keep their handles current",
	Default: "on",
	Values:  []string{"on", "off"},
}

// Trust reports whether the value of [Checks] is off.
func (v Values) Trust() bool { return v[Checks.Name] == "off" }

// Trusts reports whether a world checks no handles: its method Trusts returns true.
func Trusts(w World) bool {
	t, ok := w.(interface{ Trusts() bool })
	return ok && t.Trusts()
}
