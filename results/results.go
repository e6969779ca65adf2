// Package results is the record of samples: what a run writes while it
// measures, and what everything else reads.
//
// A file is in the Go benchmark format, so benchstat and the rest of the
// ecosystem read it as it is: configuration lines, unit metadata, and one line
// for each sample, written before the next sample begins.
//
// What that format has no place for (the plan of the run, the environment,
// failed and unsupported cases, disturbed samples) stands in annotations: lines of
// the form
//
//	# kind {"json": "object"}
//
// which readers of the benchmark format skip. Other comments are ignored. The commit, the Go version and
// the like are annotations too and not configuration lines, because benchstat
// puts results with different configuration into different tables and could
// then not compare two commits.
//
// [Create], [Resume] and [Reopen] return a [Writer], which is the only one on its file and
// notices when something else changes it; [Read] reads files back.
package results

import (
	"encoding/json"
	"time"
)

// Format is the version of the annotations that this package writes.
const Format = 1

// The kinds of annotations.
const (
	KindHeader      = "ecsbench"    // Header, first line of a file
	KindEnvironment = "env"         // Environment, at the start of each session of measuring
	KindMeasured    = "impl"        // Implementation: what is measured under a name
	KindFailed      = "failed"      // Exception: a case that crashed, hung or did the wrong work
	KindUnsupported = "unsupported" // Exception: a case that the implementation cannot do
	KindVanished    = "vanished"    // Exception: a case that ab found on the other side alone
	KindAgain       = "again"       // Exception: a case that had failed is measured again, and the failure counts no more
	KindDisturbed   = "disturbed"   // Disturbed: a sample that does not count, since something else used the core
	KindAccepted    = "accepted"    // Accepted: a disturbed sample counts after all and follows as an ordinary line
	KindCode        = "code"        // Code: a hash of what a case can reach
	KindSpent       = "spent"       // Spent, before the end of a session
	KindEnd         = "end"         // End, when a session of measuring ends in an orderly way
)

// A Header says what a file is and how it came about. Plan is the plan of the
// run in the form that package measure gives it. Sum is its checksum, which
// tells when somebody has edited it; [Create] fills it in.
type Header struct {
	Format   int             `json:"format"`
	Version  string          `json:"version"`
	Plan     json.RawMessage `json:"plan,omitempty"`
	Sum      string          `json:"sum,omitempty"`
	Identity string          `json:"identity,omitempty"` // of the plan, whatever the machine
	Shard    *Shard          `json:"shard,omitempty"`    // the part of the plan that is measured
	Start    time.Time       `json:"start"`
	Title    string          `json:"title,omitempty"`   // what else to say of the file
	Command  string          `json:"command,omitempty"` // that measures the same again
	Paired   bool            `json:"paired,omitempty"`  // measured in turns with neighbouring commits, and scaled by what these took in the same rounds
}

// A Shard is the part of a plan that a file holds.
type Shard struct {
	Index  int    `json:"index"` // from 1
	Count  int    `json:"count"`
	Split  string `json:"split,omitempty"`  // tells ways to split a plan apart
	Groups []int  `json:"groups,omitempty"` // places in the plan, from 0, of the comparisons that are this part
	Of     int    `json:"of"`               // comparisons of the whole plan
	Cases  int    `json:"cases"`            // of this part
}

// Spent is how many seconds a session has spent on each case, by their names.
type Spent map[string]float64

// An Environment is what the numbers depend on besides the code. Fields that
// could not be found out are empty.
type Environment struct {
	OS         string            `json:"os"`
	Arch       string            `json:"arch"`
	CPU        string            `json:"cpu"`
	CPUs       int               `json:"cpus"`
	Kernel     string            `json:"kernel,omitempty"`
	GoVersion  string            `json:"go"`
	GOAMD64    string            `json:"goamd64,omitempty"`
	GOGC       string            `json:"gogc,omitempty"`
	GOMAXPROCS int               `json:"gomaxprocs"`
	Version    string            `json:"version"`
	Commit     string            `json:"commit,omitempty"`
	CommitTime string            `json:"commitTime,omitempty"` // RFC 3339
	Dirty      bool              `json:"dirty"`
	Modules    map[string]string `json:"modules,omitempty"` // versions of what is measured
	Binary     string            `json:"binary,omitempty"`  // checksum of the program
	Machine    string            `json:"machine,omitempty"` // tells machines apart without naming them
}

// Revision is the commit, and whether there were changes that it has not.
func (e Environment) Revision() string {
	if e.Dirty {
		return e.Commit + " with changes"
	}
	return e.Commit
}

// An Implementation describes what cases with this name measure.
type Implementation struct {
	Name     string            `json:"name"`               // with options, as in the names of cases
	Version  string            `json:"version,omitempty"`  // of a library
	Released string            `json:"released,omitempty"` // the day of that version: "2026-06-01"
	Notes    map[string]string `json:"notes,omitempty"`    // shortcuts, by scenarios separated by commas
	Wrong    string            `json:"wrong,omitempty"`    // how its work differs from the model; "" if no check failed
}

// An Exception is a case without a number.
type Exception struct {
	Kind   string `json:"-"`    // one of the kinds above; set by readers
	Case   string `json:"case"` // as in a sample's line, without "Benchmark"
	Reason string `json:"reason"`
	Wrong  bool   `json:"wrong,omitempty"` // a case that failed because its work was wrong
	Late   bool   `json:"late,omitempty"`  // a case that failed because the budget ended before its first sample

	Renamed string `json:"renamed,omitempty"` // what a case that vanished is called now, as far as one can guess
}

// A Disturbed sample was taken while something else used the core. Noise is the
// noise probe at that time relative to that of a quiet core.
type Disturbed struct {
	Sample
	Noise float64 `json:"noise"`
}

// Accepted is a disturbed sample that counts after all, because there are too few
// quiet ones.
type Accepted struct {
	Case  string  `json:"case"`
	Noise float64 `json:"noise"`
}

// Code identifies all code and data that a case can reach. Two files with the same hash
// of a case measure the same program, which need not be compared.
type Code struct {
	Package string `json:"pkg,omitempty"`
	Case    string `json:"case"` // as in a sample's line, without "Benchmark"
	Hash    string `json:"hash"`
}

// An End closes a session of measuring.
type End struct {
	Reason     string      `json:"reason"`               // "complete", "budget" or "interrupted"
	Seconds    float64     `json:"seconds"`              // wall-clock time of the session
	Conditions []Condition `json:"conditions,omitempty"` // what the machine was like meanwhile
	Noise      *Noise      `json:"noise,omitempty"`      // nil if this version has no noise probe
}

// Noise counts the samples of a session by what their noise probe showed.
type Noise struct {
	Quiet     int `json:"quiet"`
	Disturbed int `json:"disturbed,omitempty"` // lines of that kind
	Accepted  int `json:"accepted,omitempty"`  // of these, which count after all
	Unknown   int `json:"unknown,omitempty"`   // the probe failed; they count
}

// A Condition is something about the machine that measurements depend on.
type Condition struct {
	Name   string `json:"name"`             // such as "turbo"
	State  string `json:"state"`            // "on: the clock rate depends on temperature and neighbours"
	Remedy string `json:"remedy,omitempty"` // what to do; empty where nothing is wrong
}

// Warning tells whether the condition spoils measurements.
func (c Condition) Warning() bool { return c.Remedy != "" }

// A Value is a measurement in a unit.
type Value struct {
	Value float64 `json:"value"`
	Unit  string  `json:"unit"`
}

// A Sample is one value of each unit of one case from one fresh process.
type Sample struct {
	Case       string      `json:"case"`       // such as Iterate/impl=dense/comps=2/n=100000-2
	Iterations int         `json:"iterations"` // operations timed
	Values     []Value     `json:"values"`
	Config     [][2]string `json:"-"` // keys and values that hold from this sample on, if they did not before
}
