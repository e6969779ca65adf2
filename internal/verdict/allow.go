package verdict

// An Allowance is a difference that makes a verdict inconclusive or failed, unless it
// is allowed.
type Allowance string

const (
	AllowMachine  Allowance = "machine"  // the sides were measured on different machines
	AllowGo       Allowance = "go"       // the sides were built with different versions or settings of Go
	AllowSeed     Allowance = "seed"     // the sides did different work: their random worlds differ
	AllowVanished Allowance = "vanished" // a case of OLD is not in NEW
	AllowFailed   Allowance = "failed"   // a case of NEW failed
)

// Allowances lists all of them.
var Allowances = []Allowance{AllowMachine, AllowGo, AllowSeed, AllowVanished, AllowFailed}
