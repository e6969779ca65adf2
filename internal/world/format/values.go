package format

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// A Position is a place in a file.
type Position struct {
	File         string
	Line, Column int
}

// An Error is what is wrong at a position.
type Error struct {
	Position
	Message string
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Message)
}

func (p Position) errorf(format string, args ...any) error {
	return &Error{p, fmt.Sprintf(format, args...)}
}

// A scalar is a value that is written as one word. Parse returns what is wrong
// with the word, without its position.
type scalar interface {
	parse(word string, at Position) error
	schema() map[string]any
}

// Text is a name.
type Text struct {
	Value string
	At    Position
}

func (t *Text) parse(word string, at Position) error {
	*t = Text{word, at}
	if len(word) > longestName || !isName(word) {
		return fmt.Errorf("name %s: want 1 to %d letters, digits, '_' or '-', beginning with a letter", quote(word), longestName)
	}
	return nil
}

func (*Text) schema() map[string]any {
	return map[string]any{"type": "string", "pattern": "^[A-Za-z][A-Za-z0-9_-]*$", "maxLength": longestName}
}

const longestName = 40

func isName(word string) bool {
	for i, r := range word {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (i == 0 || (r < '0' || r > '9') && r != '_' && r != '-') {
			return false
		}
	}
	return word != ""
}

// quote quotes a word of a file and cuts it short.
func quote(word string) string {
	if len(word) > longestName {
		word = word[:longestName] + "..."
	}
	return strconv.Quote(word)
}

// Path is the name of a file.
type Path struct {
	Value string
	At    Position
}

func (p *Path) parse(word string, at Position) error {
	*p = Path{word, at}
	if word == "" || len(word) > 400 {
		return fmt.Errorf("path of %d bytes: want the path of a world file", len(word))
	}
	return nil
}

func (*Path) schema() map[string]any { return map[string]any{"type": "string"} }

// Number is a number from 0. Digits may be grouped by underscores.
type Number struct {
	Value float64
	At    Position
	Given bool
}

// Most is the highest number that a file may contain.
const Most = 100_000_000

func (n *Number) parse(word string, at Position) error {
	v, err := strconv.ParseFloat(strings.ReplaceAll(word, "_", ""), 64)
	*n = Number{v, at, true}
	switch {
	case err != nil || strings.ContainsAny(word, "xXpPnN") || strings.HasPrefix(word, "_") || strings.HasSuffix(word, "_"):
		return fmt.Errorf("%s: want a number such as 40_000", quote(word))
	case v < 0 || v > Most || word[0] == '-':
		return fmt.Errorf("%s: want a number from 0 to 100_000_000", quote(word))
	}
	return nil
}

func (*Number) schema() map[string]any {
	return map[string]any{"type": []string{"number", "string"}, "minimum": 0, "maximum": Most, "pattern": "^[0-9][0-9_]*(\\.[0-9]+)?$"}
}

// Whole is a whole number from 0.
type Whole struct {
	Value int
	At    Position
	Given bool
}

func (w *Whole) parse(word string, at Position) error {
	var n Number
	if err := n.parse(word, at); err != nil {
		return err
	}
	*w = Whole{int(n.Value), at, true}
	if n.Value != math.Trunc(n.Value) {
		return fmt.Errorf("%s: want a whole number", quote(word))
	}
	return nil
}

func (*Whole) schema() map[string]any {
	return map[string]any{"type": []string{"integer", "string"}, "minimum": 0, "maximum": Most, "pattern": "^[0-9][0-9_]*$"}
}

// Entities is how many entities there are, or find for the most that the budget
// allows.
type Entities struct {
	Whole
	Find bool
}

func (e *Entities) parse(word string, at Position) error {
	if word == "find" {
		*e = Entities{Whole{0, at, true}, true}
		return nil
	}
	if err := e.Whole.parse(word, at); err != nil {
		return fmt.Errorf("%w, or find", err)
	}
	return nil
}

func (*Entities) schema() map[string]any {
	return map[string]any{"anyOf": []any{map[string]any{"const": "find"}, (*Whole)(nil).schema()}}
}

// Share is a share of something, such as 30%.
type Share struct {
	Value float64 // 0 to 1
	At    Position
	Given bool
}

func (s *Share) parse(word string, at Position) error {
	number, percent := strings.CutSuffix(word, "%")
	v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if percent {
		v /= 100
	}
	*s = Share{v, at, true}
	if err != nil || !(v >= 0 && v <= 1) {
		return fmt.Errorf("%s: want a share from 0%% to 100%%", quote(word))
	}
	return nil
}

func (*Share) schema() map[string]any {
	return map[string]any{"anyOf": []any{map[string]any{"type": "string", "pattern": "^[0-9.]+%$"}, map[string]any{"type": "number", "minimum": 0, "maximum": 1}}}
}

// Duration is a length of time, such as 8ms.
type Duration struct {
	Value time.Duration
	At    Position
	Given bool
}

func (d *Duration) parse(word string, at Position) error {
	v, err := time.ParseDuration(word)
	*d = Duration{v, at, true}
	if err != nil || v < 0 || v > time.Minute {
		return fmt.Errorf("%s: want a time from 0s to 1m such as 8ms or 20ns", quote(word))
	}
	return nil
}

func (*Duration) schema() map[string]any {
	return map[string]any{"type": "string", "pattern": "^[0-9.]+(ns|us|µs|ms|s)$"}
}

// Rate is how often something happens, such as 60Hz.
type Rate struct {
	Hertz float64
	At    Position
	Given bool
}

func (r *Rate) parse(word string, at Position) error {
	number, _ := strings.CutSuffix(word, "Hz")
	v, err := strconv.ParseFloat(number, 64)
	*r = Rate{v, at, true}
	if err != nil || !(v >= 1 && v <= 10_000) {
		return fmt.Errorf("%s: want frames per second such as 60Hz", quote(word))
	}
	return nil
}

func (*Rate) schema() map[string]any {
	return map[string]any{"anyOf": []any{map[string]any{"type": "string", "pattern": "^[0-9.]+Hz$"}, map[string]any{"type": "number"}}}
}

// Percentile is one of the percentiles of frames that are reported.
type Percentile struct {
	Value float64
	At    Position
	Given bool
}

// percentiles are what there is to choose from.
var percentiles = map[string]float64{"p50": 0.5, "p99": 0.99, "p99.9": 0.999, "max": 1}

func (p *Percentile) parse(word string, at Position) error {
	v, found := percentiles[word]
	*p = Percentile{v, at, true}
	if !found {
		return fmt.Errorf("%s: want p50, p99, p99.9 or max", quote(word))
	}
	return nil
}

func (*Percentile) schema() map[string]any {
	return map[string]any{"enum": []string{"p50", "p99", "p99.9", "max"}}
}

// Size is an amount of memory, such as 64MB.
type Size struct {
	Bytes float64
	At    Position
	Given bool
}

func (s *Size) parse(word string, at Position) error {
	number, unit := strings.TrimRight(word, "kMGiB"), 1.0
	switch word[len(number):] {
	case "", "B":
	case "kB":
		unit = 1e3
	case "MB":
		unit = 1e6
	case "GB":
		unit = 1e9
	case "KiB", "kiB":
		unit = 1 << 10
	case "MiB":
		unit = 1 << 20
	case "GiB":
		unit = 1 << 30
	default:
		number = ""
	}
	v, err := strconv.ParseFloat(strings.ReplaceAll(number, "_", ""), 64)
	*s = Size{v * unit, at, true}
	if err != nil || !(v >= 0 && v < 1e12) {
		return fmt.Errorf("%s: want an amount of memory such as 64MB", quote(word))
	}
	return nil
}

func (*Size) schema() map[string]any {
	return map[string]any{"anyOf": []any{map[string]any{"type": "string", "pattern": "^[0-9._]+([kMG]i?)?B$"}, map[string]any{"type": "number", "minimum": 0}}}
}

// Flag is true or false.
type Flag struct {
	Value bool
	At    Position
}

func (f *Flag) parse(word string, at Position) error {
	*f = Flag{word == "true", at}
	if word != "true" && word != "false" {
		return fmt.Errorf("%s: want true or false", quote(word))
	}
	return nil
}

func (*Flag) schema() map[string]any { return map[string]any{"type": "boolean"} }
