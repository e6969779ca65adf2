// Package results reads and writes result files.
//
// A file is in the Go benchmark format, which benchstat and other tools read: configuration
// lines, unit metadata, and one line per sample, written before the next sample starts.
//
// Annotations have the remaining data: the plan of the run, the environment, failed and
// unsupported cases, disturbed samples. They are comment lines of the form
//
//	# kind {"json": "object"}
//
// Readers of the benchmark format skip them. Other comments are ignored. The commit and the Go
// version are annotations, not configuration lines: benchstat does not compare results of
// different configurations, and so could not compare two commits.
//
// [Create], [Resume] and [Reopen] return a [Writer], which locks its file and detects changes
// by others. [Read] reads files into a [File], the one store of samples: gate, reports and
// history read it. Exports and comparisons visit the records of [Files], which need not fit
// into memory.
package results

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"time"
)

// Format is the version of the annotations that this package writes.
const Format = 1

// The kinds of annotations.
const (
	KindHeader      = "ecsbench"    // Header, first line of a file
	KindEnvironment = "env"         // Environment, at the start of each session
	KindMeasured    = "impl"        // Implementation: the implementation measured under a name
	KindFailed      = "failed"      // Exception: a case that crashed, hung or did wrong work
	KindUnsupported = "unsupported" // Exception: a case that the implementation cannot do
	KindVanished    = "vanished"    // Exception: a case that exists only on the other side of ab
	KindAgain       = "again"       // Exception: a failed case is measured again; ignore the failure
	KindDisturbed   = "disturbed"   // Disturbed: a sample that is not used, because its core was busy
	KindAccepted    = "accepted"    // Accepted: a disturbed sample is used and follows as an ordinary line
	KindCode        = "code"        // Code: a hash of the code that a case can reach
	KindExplained   = "explained"   // Explanation: why a case is slower or faster than in an earlier commit
	KindRounds      = "rounds"      // Rounds: how the samples that follow were measured
	KindEnd         = "end"         // End, at the end of a session, unless it was killed
)

// A Header describes a file. Plan is the plan of the run as package measure encodes it. Sum is
// its checksum, which detects edits; [Create] sets it.
type Header struct {
	Format   int             `json:"format"`
	Version  string          `json:"version"`
	Plan     json.RawMessage `json:"plan,omitempty"`
	Sum      string          `json:"sum,omitempty"`
	Identity string          `json:"identity,omitempty"` // of the plan, independent of the machine
	Shard    *Shard          `json:"shard,omitempty"`    // the part of the plan that is measured
	Start    time.Time       `json:"start"`
	Title    string          `json:"title,omitempty"`   // additional description
	Command  string          `json:"command,omitempty"` // that repeats the measurement
	Paired   bool            `json:"paired,omitempty"`  // interleaved with neighbouring commits and scaled by their times in the same rounds
}

// A Shard is the part of a plan in one file.
type Shard struct {
	Index  int   `json:"index"` // from 1
	Count  int   `json:"count"`
	Groups []int `json:"groups,omitempty"` // indices of its comparisons in the plan, from 0
	Of     int   `json:"of"`               // comparisons of the whole plan
	Cases  int   `json:"cases"`            // of this part
}

func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index, s.Count) }

// An Environment has the conditions of a measurement besides the code. Unknown fields are
// empty.
type Environment struct {
	OS         string            `json:"os"`
	Arch       string            `json:"arch"`
	CPU        string            `json:"cpu"`
	CPUs       int               `json:"cpus"`
	Kernel     string            `json:"kernel,omitempty"`
	GoVersion  string            `json:"go"`
	GOAMD64    string            `json:"goamd64,omitempty"`
	GOGC       string            `json:"gogc,omitempty"`
	GOMEMLIMIT string            `json:"gomemlimit,omitempty"`
	GODEBUG    string            `json:"godebug,omitempty"`
	GOMAXPROCS int               `json:"gomaxprocs"`
	Variant    string            `json:"variant,omitempty"` // other settings of a build or run, such as -gcflags=-l
	Version    string            `json:"version"`
	Commit     string            `json:"commit,omitempty"`
	CommitTime string            `json:"commitTime,omitempty"` // RFC 3339
	Dirty      bool              `json:"dirty"`
	Modules    map[string]string `json:"modules,omitempty"` // versions of the measured modules
	Binary     string            `json:"binary,omitempty"`  // checksum of the program
	Machine    string            `json:"machine,omitempty"` // anonymous identifier
}

// ReadSettings sets the variables that change how Go programs run.
func (e *Environment) ReadSettings() {
	e.GOGC, e.GOMEMLIMIT, e.GODEBUG = os.Getenv("GOGC"), os.Getenv("GOMEMLIMIT"), os.Getenv("GODEBUG")
}

// A GoSetting is a variable that changes how Go programs run, and its value.
type GoSetting struct{ Name, Value string }

// Settings lists the settings of Go with their defaults.
func (e Environment) Settings() []GoSetting {
	return []GoSetting{
		{"GOGC", cmp.Or(e.GOGC, "100")}, {"GOMEMLIMIT", cmp.Or(e.GOMEMLIMIT, "off")}, {"GODEBUG", cmp.Or(e.GODEBUG, "none")},
	}
}

// OtherSetting describes a setting of Go that differs between two environments; "" if there is none.
func (e Environment) OtherSetting(now Environment) string {
	for i, is := range now.Settings() {
		if was := e.Settings()[i]; was != is {
			return fmt.Sprintf("%s %s and %s", is.Name, was.Value, is.Value)
		}
	}
	return ""
}

// Revision returns the commit and whether there were uncommitted changes.
func (e Environment) Revision() string {
	if e.Dirty {
		return e.Commit + " with changes"
	}
	return e.Commit
}

// An Implementation describes the subject of the cases with its name.
type Implementation struct {
	Name     string            `json:"name"`               // with options, as in the names of cases
	Version  string            `json:"version,omitempty"`  // of a library
	Released string            `json:"released,omitempty"` // the day of that version: "2026-06-01"
	Notes    map[string]string `json:"notes,omitempty"`    // shortcuts, by scenarios separated by commas
	Program  string            `json:"program,omitempty"`  // the path of a program that was measured
	Orders   int               `json:"orders,omitempty"`   // of functions, over which the samples of a case take turns; 0 for one program
	Wrong    string            `json:"wrong,omitempty"`    // how its work differs from the model; "" if all checks passed
}

// An Exception is a case without a value.
type Exception struct {
	Kind   string `json:"-"`    // one of the kinds above; set by readers
	Case   string `json:"case"` // as in a sample's line, without "Benchmark"
	Reason string `json:"reason"`

	Package string `json:"pkg,omitempty"`   // of a Go benchmark that failed
	Wrong   bool   `json:"wrong,omitempty"` // the case failed because its work was wrong
	Late    bool   `json:"late,omitempty"`  // not measured: the budget had no time for a sample

	Renamed string `json:"renamed,omitempty"` // likely new name of a vanished case
}

// Rounds describe samples of a file of ab: the n-th sample of a case is from the same round as the
// n-th one in the file of the other side.
type Rounds struct {
	Fresh      bool `json:"fresh,omitempty"`      // only of suspected cases, to confirm them
	SameBuilds bool `json:"sameBuilds,omitempty"` // fresh ones of builds whose functions stay where they were
}

// A Disturbed sample was taken on a busy core. Noise is the time of the noise probe relative to
// a quiet core.
type Disturbed struct {
	Sample
	Noise float64 `json:"noise"`
}

// Accepted is a disturbed sample that is used because there are too few quiet ones.
type Accepted struct {
	Case  string  `json:"case"`
	Noise float64 `json:"noise"`
}

// Code identifies all code and data that a case can reach. If the hash is equal in two files,
// the case need not be compared.
type Code struct {
	Package string `json:"pkg,omitempty"`
	Case    string `json:"case"` // as in a sample's line, without "Benchmark"
	Hash    string `json:"hash"`
}

// An Explanation names the causes of a step: why a case is slower or faster than in an earlier commit.
type Explanation struct {
	Package string   `json:"pkg,omitempty"`
	Case    string   `json:"case"`   // as in a sample's line, without "Benchmark"
	Before  string   `json:"before"` // the commit, as recorded in its file
	Causes  []Cause  `json:"causes,omitempty"`
	Notes   []string `json:"notes,omitempty"`
	Unsure  bool     `json:"unsure,omitempty"` // the instructions are the same
}

// Interrupted is the reason of a session that can be resumed.
const Interrupted = "interrupted"

// An End closes a session.
type End struct {
	Reason     string      `json:"reason"`               // "complete", "budget" or "interrupted"
	Seconds    float64     `json:"seconds"`              // wall-clock time of the session
	Conditions []Condition `json:"conditions,omitempty"` // of the machine during the session
	Noise      *Noise      `json:"noise,omitempty"`      // nil without a noise probe
}

// Noise counts the samples of a session by the result of their noise probe.
type Noise struct {
	Quiet     int `json:"quiet"`
	Disturbed int `json:"disturbed,omitempty"` // lines of that kind
	Accepted  int `json:"accepted,omitempty"`  // of these, used
	Unknown   int `json:"unknown,omitempty"`   // the probe failed; used
}

// A Condition is a property of the machine that affects measurements.
type Condition struct {
	Name   string `json:"name"`             // such as "turbo"
	State  string `json:"state"`            // "on: the clock rate depends on temperature and neighbours"
	Remedy string `json:"remedy,omitempty"` // the fix; empty if the state is good
}

// Warning reports whether the condition spoils measurements.
func (c Condition) Warning() bool { return c.Remedy != "" }

// A Value is a measured value with its unit.
type Value struct {
	Value float64 `json:"value"`
	Unit  string  `json:"unit"`
}

// A Sample has one value per unit of one case, from one fresh process.
type Sample struct {
	Case       string      `json:"case"`       // such as Iterate/impl=dense/comps=2/n=100000-2
	Iterations int         `json:"iterations"` // operations timed
	Values     []Value     `json:"values"`
	Config     [][2]string `json:"-"` // configuration from this sample on
	Exact      bool        `json:"-"` // values with twelve digits instead of six
}
