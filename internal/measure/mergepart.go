package measure

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"golang.org/x/perf/benchfmt"

	"github.com/ecsbench/ecsbench/results"
)

// A shardPart is a run within a file.
type shardPart struct {
	path     string
	line     int   // of its header, from 1
	from, to int64 // offsets in the file, without an unfinished last line

	header       *results.Header
	environments []results.Environment
	cases        map[string]bool // with a sample or an exception; true if failed
	failures     []results.Exception
	samples      int
	ended        bool // normally, after the last session began
	damaged      error
}

// begun reports whether the first session of a part began. Otherwise it has no samples.
func (p *shardPart) begun() bool { return p.header != nil && len(p.environments) > 0 }

func (p *shardPart) String() string {
	if p.line > 1 {
		return fmt.Sprintf("%s from line %d", p.path, p.line)
	}
	return p.path
}

// partsOf cuts a file at its headers and reads each part.
func partsOf(path string) ([]*shardPart, error) {
	f, err := results.Open(path)
	if err != nil {
		return nil, fmt.Errorf("merge: %w", err)
	}
	defer f.Close()
	parts, err := cut(f, path)
	if err != nil {
		return nil, fmt.Errorf("merge %s: %w", path, err)
	}
	for _, p := range parts {
		if p.from == p.to {
			continue // killed before the first line
		}
		if err := p.read(io.NewSectionReader(f, p.from, p.to-p.from)); err != nil {
			return nil, fmt.Errorf("merge: %w", err)
		}
	}
	return parts, nil
}

// headerLine is how the header of a file begins.
var headerLine = []byte("# " + results.KindHeader + " {")

func cut(r io.Reader, path string) ([]*shardPart, error) {
	lines := bufio.NewReaderSize(r, 1<<20)
	parts := []*shardPart{{path: path, line: 1}}
	number, at := 0, int64(0)
	fresh := true // a line begins here
	for {
		text, err := lines.ReadSlice('\n')
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, bufio.ErrBufferFull) {
			return nil, err
		}
		if fresh {
			number++
			if bytes.HasPrefix(text, headerLine) && at > 0 {
				parts = append(parts, &shardPart{path: path, line: number, from: at})
			}
		}
		at += int64(len(text))
		last := parts[len(parts)-1]
		if fresh = err == nil; fresh {
			last.to = at
		}
		if errors.Is(err, io.EOF) {
			last.to = max(last.to, last.from)
			return parts, nil
		}
	}
}

// read reads all of a part except its samples.
func (p *shardPart) read(text io.Reader) error {
	p.cases = make(map[string]bool)
	warn := func(err error) {
		if lack := (*results.LackError)(nil); p.damaged == nil && !errors.As(err, &lack) {
			p.damaged = err
		}
	}
	err := results.EachOf(text, p.String(), warn, func(record any) error {
		switch r := record.(type) {
		case *results.Header:
			p.header = r
		case *results.Environment:
			p.environments = append(p.environments, *r)
			p.ended = false
		case *results.End:
			p.ended = r.Reason != "interrupted"
		case *results.Exception:
			p.except(*r)
		case *benchfmt.Result:
			p.samples++
			if _, ok := p.cases[string(r.Name)]; !ok { // does not allocate
				p.cases[string(r.Name)] = false
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if p.header == nil || p.header.Shard == nil {
		return &results.InputError{
			File: p.path, Line: p.line, What: "the header does not name the shard and the plan",
			Remedy: "name files written by `ecsbench run` of this version",
		}
	}
	return nil
}

func (p *shardPart) except(e results.Exception) {
	switch e.Kind {
	case results.KindFailed:
		if e.Late { // not finished
			delete(p.cases, e.Case)
			return
		}
		p.cases[e.Case] = true
		p.failures = append(p.failures, e)
	case results.KindUnsupported:
		p.cases[e.Case] = false
	case results.KindAgain:
		p.cases[e.Case] = false
		p.failures = slices.DeleteFunc(p.failures, func(f results.Exception) bool { return f.Case == e.Case })
	}
}

// A shardMachine holds the machine's configuration and GOMAXPROCS.
type shardMachine struct {
	os, arch, cpu string
	procs         int
}

func (p *shardPart) machine() shardMachine {
	e := p.environments[0]
	return shardMachine{e.OS, e.Arch, e.CPU, e.GOMAXPROCS}
}

func (m shardMachine) String() string {
	return fmt.Sprintf("%s, %s/%s, GOMAXPROCS=%d", m.cpu, m.os, m.arch, m.procs)
}

func (p *shardPart) seed() string {
	var plan struct{ Seed json.Number }
	if json.Unmarshal(p.header.Plan, &plan) != nil {
		return ""
	}
	return plan.Seed.String()
}

// copyTo writes the first n bytes of a part.
func (p *shardPart) copyTo(w io.Writer, n int64) error {
	f, err := results.Open(p.path)
	if err != nil {
		return err
	}
	defer f.Close()
	copied, err := io.Copy(w, io.NewSectionReader(f, p.from, n))
	if err == nil && copied != n {
		err = fmt.Errorf("%s became shorter while it was read: merge again", p.path)
	}
	return err
}

// begins reports whether another part, which is not shorter, starts with the bytes of
// this one.
func (p *shardPart) begins(with *shardPart) (bool, error) {
	mine, its := sha256.New(), sha256.New()
	err := errors.Join(p.copyTo(mine, p.to-p.from), with.copyTo(its, p.to-p.from))
	return bytes.Equal(mine.Sum(nil), its.Sum(nil)), err
}
