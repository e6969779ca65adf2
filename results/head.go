package results

import (
	"bufio"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/lists"
)

// A Head is the beginning of a file.
type Head struct {
	Header      Header
	Plan        any // of the run, written to the header with its checksum
	Environment Environment
	Config      [][2]string // of every sample; keys begin with a lower-case letter
	Units       []Unit      // with a direction to write; nil for those of ecsbench
}

// lines returns the lines of the head, the header first.
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

// settings returns the lines that samples depend on: configuration and directions of units.
func (h Head) settings() (lines []string) {
	lines = lists.Map(h.Config, setting)
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

// setting returns a line of configuration.
func setting(kv [2]string) string {
	return fmt.Sprintf("%s: %s\n", kv[0], strings.Join(strings.Fields(kv[1]), " "))
}

// missing returns the settings that a text lacks, for example after a kill or a full disk.
func (h Head) missing(text string) []string {
	have := strings.SplitAfter(text, "\n")
	return slices.DeleteFunc(h.settings(), func(line string) bool { return slices.Contains(have, line) })
}

// maxLine is the longest line that readers of the benchmark format accept.
const maxLine = bufio.MaxScanTokenSize - 2

// Annotation returns the line of an annotation; v is marshalled to JSON.
func Annotation(kind string, v any) (string, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("write the annotation %q: %w", kind, err)
	}
	line := fmt.Sprintf("# %s %s\n", kind, text)
	if len(line) > maxLine {
		return "", fmt.Errorf("the annotation %q would take %d bytes, and readers of the benchmark format accept lines of at most %d", kind, len(line), maxLine)
	}
	return line, nil
}

// sum is a short checksum. It detects accidental changes only.
func sum(plan []byte) string { return fmt.Sprintf("%x", sha256.Sum256(plan))[:16] }

// PlanIntact reports whether the plan is unchanged since the start of the run.
func (f *File) PlanIntact() bool { return f.Header != nil && f.Header.Sum == sum(f.Header.Plan) }

// A GoTest is a line of go test other than a result: a failed or skipped benchmark, or the name
// of the next package. Package is the one named last.
type GoTest struct{ Text, Package string }

// annotations make the values of annotations of one type, by kind. Exceptions have several
// kinds.
var annotations = map[string]func() any{
	KindHeader: newOf[Header], KindEnvironment: newOf[Environment], KindEnd: newOf[End],
	KindDisturbed: newOf[Disturbed], KindAccepted: newOf[Accepted], KindCode: newOf[Code],
	KindExplained: newOf[Explanation], KindMeasured: newOf[Implementation], KindRounds: newOf[Rounds],
}

func newOf[T any]() any { return new(T) }

// annotationOf parses an annotation: a *[Header], *[Environment], *[Exception], *[Disturbed],
// *[Accepted], *[Code], *[Explanation], *[Implementation], *[Rounds] or *[End]. It returns nil for other
// comments.
func annotationOf(line string) (any, error) {
	kind, object, _ := strings.Cut(strings.TrimPrefix(line, "# "), " ")
	if !strings.HasPrefix(line, "# ") || !strings.HasPrefix(object, "{") {
		return nil, nil
	}
	var v any
	switch kind {
	case KindFailed, KindUnsupported, KindVanished, KindAgain:
		v = &Exception{Kind: kind}
	default:
		fresh, known := annotations[kind]
		if !known {
			return nil, nil
		}
		v = fresh()
	}
	if err := json.Unmarshal([]byte(object), v); err != nil {
		return nil, fmt.Errorf("annotation %q: %w", kind, err)
	}
	return v, nil
}
