package report

import "cmp"

// A Column is one of those that [CSV] and [Parquet] write.
type Column struct {
	Name, Doc string
	kind      kind
	of        func(*Series) any // nil for what differs from value to value
}

type kind int

const (
	text kind = iota
	whole
	number
	moment
	truth
)

// Columns are those of a row.
var Columns = []Column{
	{"name", "the case in full, as in result files", text, func(s *Series) any { return s.Name }},
	{"scenario", "what is done", text, func(s *Series) any { return s.Keys[""] }},
	{"impl", "the implementation that does it", text, func(s *Series) any { return s.Keys["impl"] }},
	{"n", "entities", whole, func(s *Series) any { return wholeNumber(s.Keys["n"]) }},
	{"comps", "components of an entity", whole, func(s *Series) any { return wholeNumber(s.Keys["comps"]) }},
	{"params", "the other parts of the name: mode=entity/archetypes=32", text, func(s *Series) any { return s.Params }},
	{"gomaxprocs", "processors used", whole, func(s *Series) any { return wholeNumber(s.Keys["gomaxprocs"]) }},
	{"profile", "the scale", text, func(s *Series) any { return s.Config["profile"] }},
	{"component_types", "registered types", whole, func(s *Series) any { return wholeNumber(s.Config["component-types"]) }},
	{"systems", "registered systems", whole, func(s *Series) any { return wholeNumber(s.Config["systems"]) }},
	{"pkg", "the package, of go test", text, func(s *Series) any { return s.Config["pkg"] }},
	{"unit", "what the value is in", text, func(s *Series) any { return s.Unit }},
	{"better", "which values are better: lower or higher", text, func(s *Series) any { return s.better() }},
	{"value", "the measurement", number, nil},
	{"iterations", "operations timed", whole, nil},
	{"sample", "its place among the samples of the run, from 0", whole, nil},
	{"status", "ok, failed or unsupported; only ok values count", text, func(s *Series) any { return s.Status }},
	{"reason", "why there is none that counts", text, func(s *Series) any { return s.Reason }},
	{"file", "the result file", text, func(s *Series) any { return s.File }},
	{"run", "of those in the file, from 0", whole, func(s *Series) any { return int64(s.Run) }},
	{"commit", "of the code", text, func(s *Series) any { return s.Environment.Commit }},
	{"commit_time", "its date", moment, func(s *Series) any { return s.commitTime() }},
	{"dirty", "there were uncommitted changes", truth, func(s *Series) any { return s.Environment.Dirty }},
	{"machine", "the kind of machine: processor, number of CPUs, system", text, func(s *Series) any { return s.machine() }},
	{"machine_id", "distinguishes machines of a kind", text, func(s *Series) any { return s.Environment.Machine }},
	{"go", "the version of Go", text, func(s *Series) any { return cmp.Or(s.Environment.GoVersion, s.Config["go"]) }},
	{"version", "of ecsbench", text, func(s *Series) any { return s.Environment.Version }},
}
