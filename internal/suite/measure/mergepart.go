package measure

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/results"
)

// A shardPart is a run within a file.
type shardPart struct {
	*results.File // nil if it was killed before the first line
	path          string
	line          int    // of its header, from 1
	text          []byte // without an unfinished last line

	cases    map[results.Key]bool // with a sample
	without  results.Exceptions   // with none, failed or unsupported
	failures []results.Exception
}

// count is the number of cases with a sample or an exception.
func (p *shardPart) count() int { return len(p.cases) + len(p.without) }

// identify finds the cases of a part.
func (p *shardPart) identify(identity results.Identity) {
	p.cases = make(map[results.Key]bool)
	for _, c := range p.Cases {
		p.cases[identity.Of(c)] = true
	}
	p.failures = lists.Filter(p.Failed, func(e results.Exception) bool { return !e.Late })
	p.without = results.NewExceptions(slices.Concat(p.failures, p.Unsupported)).Without(slices.Collect(maps.Keys(p.cases)))
}

// has reports whether the part has a sample or an exception of a case.
func (p *shardPart) has(k results.Key) bool {
	_, excepted := p.without.Of(k)
	return excepted || p.cases[k]
}

// common returns the name of a case that both parts have; "" if there is none.
func (p *shardPart) common(other *shardPart) string {
	for k := range p.cases {
		if other.has(k) {
			return k.Name
		}
	}
	for k := range other.cases {
		if p.has(k) {
			return k.Name
		}
	}
	for k := range p.without {
		if _, both := other.without[k]; both {
			return k.Name
		}
	}
	return ""
}

// begun reports whether the first session of a part began. Otherwise it has no samples.
func (p *shardPart) begun() bool { return p.File != nil && len(p.Environments) > 0 }

func (p *shardPart) String() string {
	if p.line > 1 {
		return fmt.Sprintf("%s from line %d", p.path, p.line)
	}
	return p.path
}

// headerLine is how the header of a file begins.
var headerLine = []byte("# " + results.KindHeader + " {")

// partsOf cuts a file at its headers and reads each part.
func partsOf(path string) (parts []*shardPart, err error) {
	text, err := results.ReadText(path)
	if err != nil {
		return nil, err
	}
	for line, more := 1, true; more; {
		part := text
		next := bytes.Index(text, append([]byte("\n"), headerLine...))
		if more = next >= 0; more {
			part = text[:next+1]
		}
		p := &shardPart{path: path, line: line, text: part[:bytes.LastIndexByte(part, '\n')+1]}
		if len(p.text) > 0 {
			if err := p.read(); err != nil {
				return nil, err
			}
		}
		parts = append(parts, p)
		line, text = line+bytes.Count(part, []byte("\n")), text[len(part):]
	}
	return parts, nil
}

// read parses a part.
func (p *shardPart) read() (err error) {
	if p.File, err = results.Parse(bytes.NewReader(p.text), p.String()); err != nil {
		return err
	}
	if p.Header == nil || p.Header.Shard == nil {
		return &results.InputError{
			File: p.path, Line: p.line, What: "the header does not name the shard and the plan",
			Remedy: "name files written by `ecsbench run` of this version",
		}
	}
	return nil
}

// A shardMachine holds the machine's configuration and GOMAXPROCS.
type shardMachine struct {
	os, arch, cpu string
	procs         int
}

func (p *shardPart) machine() shardMachine {
	e := p.Environments[0]
	return shardMachine{e.OS, e.Arch, e.CPU, e.GOMAXPROCS}
}

func (m shardMachine) String() string {
	return fmt.Sprintf("%s, %s/%s, GOMAXPROCS=%d", m.cpu, m.os, m.arch, m.procs)
}

func (p *shardPart) seed() string {
	var plan struct{ Seed json.Number }
	if json.Unmarshal(p.Header.Plan, &plan) != nil {
		return ""
	}
	return plan.Seed.String()
}
