package results

import (
	"bufio"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// A Head is what a file begins with.
type Head struct {
	Header      Header
	Plan        any // of the run; goes into the header, with its checksum
	Environment Environment
	Config      [][2]string // keys and values that belong to every sample; keys begin with a lower case letter
	Units       []Unit      // of which to say which way they are better; nil for ecsbench's own
}

// lines returns the head as it stands in a file, the header first.
func (h Head) lines() ([]string, error) {
	if h.Plan != nil {
		plan, err := json.Marshal(h.Plan)
		if err != nil {
			return nil, fmt.Errorf("write the plan of a run: %w", err)
		}
		h.Header.Plan, h.Header.Sum = plan, sum(plan)
	}
	header, err := Annotation(KindHeader, h.Header)
	if err != nil {
		return nil, fmt.Errorf("%w: measure fewer sizes, scenarios or implementations at a time", err)
	}
	environment, err := Annotation(KindEnvironment, h.Environment)
	if err != nil {
		return nil, err
	}
	return append([]string{header, environment}, h.settings()...), nil
}

// settings are the lines that samples depend on: the configuration, and which
// way units are better.
func (h Head) settings() (lines []string) {
	for _, kv := range h.Config {
		lines = append(lines, setting(kv))
	}
	declared := h.Units
	if declared == nil {
		declared = units
	}
	for _, u := range declared {
		if line := u.metadata(); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// setting is a line of configuration.
func setting(kv [2]string) string {
	return fmt.Sprintf("%s: %s\n", kv[0], strings.Join(strings.Fields(kv[1]), " "))
}

// missing are the settings that a text of whole lines lacks: a run was stopped,
// or a disk was full, in the middle of its head.
func (h Head) missing(text string) []string {
	have := strings.SplitAfter(text, "\n")
	return slices.DeleteFunc(h.settings(), func(line string) bool { return slices.Contains(have, line) })
}

// maxLine is the longest line that readers of the benchmark format take.
const maxLine = bufio.MaxScanTokenSize - 2

// Annotation returns the line of an annotation; v is marshalled to JSON.
func Annotation(kind string, v any) (string, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("write the annotation %q: %w", kind, err)
	}
	line := fmt.Sprintf("# %s %s\n", kind, text)
	if len(line) > maxLine {
		return "", fmt.Errorf("the annotation %q would take %d bytes, and readers of the benchmark format take no line of more than %d", kind, len(line), maxLine)
	}
	return line, nil
}

// sum is short: it is to tell slips and edits, not attacks.
func sum(plan []byte) string { return fmt.Sprintf("%x", sha256.Sum256(plan))[:16] }

// PlanIntact tells whether the plan is still the one that the run was begun
// with.
func (f *File) PlanIntact() bool { return f.Header != nil && f.Header.Sum == sum(f.Header.Plan) }
