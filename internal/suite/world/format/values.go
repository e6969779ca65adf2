package format

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/internal/display"
)

// A Position is a place in a file.
type Position struct {
	File         string
	Line, Column int
}

// An Error describes a problem at a position.
type Error struct {
	Position
	Message string
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Message)
}

func (p Position) errorf(format string, args ...any) *Error {
	return &Error{p, fmt.Sprintf(format, args...)}
}

// rejectIf ends the reading of the file with an error if wrong is true.
func (p Position) rejectIf(wrong bool, format string, args ...any) {
	if wrong {
		panic(p.errorf(format, args...))
	}
}

// A Scalar is a value written as one word in a notation.
type Scalar[T any, N notation[T]] struct {
	Value T
	At    Position
	Given bool
}

// A notation defines the form of values. Parse returns the problem of the word, without its
// position.
type notation[T any] interface {
	parse(word string) (T, error)
}

// The scalars of world files.
type (
	Text       = Scalar[string, asName]
	Path       = Scalar[string, asPath]
	Word       = Scalar[string, asWord]
	Number     = Scalar[float64, asNumber] // from 0; digits may be grouped by underscores
	Amount     = Scalar[float64, asAmount] // a Number, or a share of the entities at the start, negative
	Whole      = Scalar[int, asWhole]      // from 0
	Entities   = Scalar[int, asEntities]   // how many, or find for the most within the budget
	Share      = Scalar[float64, asShare]  // 0 to 1, such as 30%
	Duration   = Scalar[time.Duration, asDuration]
	Rate       = Scalar[float64, asRate]       // in Hertz, such as 60Hz
	Percentile = Scalar[float64, asPercentile] // one of the reported ones
	Size       = Scalar[float64, asSize]       // in bytes, such as 64MB
	Flag       = Scalar[bool, asFlag]
)

type (
	asName       struct{}
	asPath       struct{}
	asWord       struct{}
	asNumber     struct{}
	asAmount     struct{}
	asWhole      struct{}
	asEntities   struct{}
	asShare      struct{}
	asDuration   struct{}
	asRate       struct{}
	asPercentile struct{}
	asSize       struct{}
	asFlag       struct{}
)

// scalar is a [Scalar] of any type.
type scalar interface {
	parse(word string, at Position) error
}

func (s *Scalar[T, N]) parse(word string, at Position) error {
	var as N
	value, err := as.parse(word)
	*s = Scalar[T, N]{value, at, true}
	return err
}

// or returns the value, or a default if none is given.
func (s Scalar[T, N]) or(otherwise T) T {
	if s.Given {
		return s.Value
	}
	return otherwise
}

// expect returns an error unless the word is valid.
func expect(right bool, word, what string) error {
	if right {
		return nil
	}
	return fmt.Errorf("%s: want %s", quote(word), what)
}

// quote quotes a word of a file and shortens it.
func quote(word string) string {
	if len(word) > longestName {
		word = word[:longestName] + "..."
	}
	return strconv.Quote(word)
}

const longestName = 40

var name = display.Pattern("^[A-Za-z][A-Za-z0-9_-]*$")

func (asName) parse(word string) (string, error) {
	if len(word) > longestName || !name().MatchString(word) {
		return word, fmt.Errorf("name %s: want 1 to %d letters, digits, '_' or '-', "+
			"beginning with a letter", quote(word), longestName)
	}
	return word, nil
}

func (asPath) parse(word string) (string, error) {
	if word == "" || len(word) > 400 {
		return word, fmt.Errorf("path of %d bytes: want the path of a world file", len(word))
	}
	return word, nil
}

func (asWord) parse(word string) (string, error) {
	return word, expect(word != "" && len(word) <= longestName && word[0] != '$', word, "a word or a number")
}

// Most is the highest number that a file may contain.
const Most = 100_000_000

func (asNumber) parse(word string) (float64, error) {
	if of, by, quotient := strings.Cut(word, "/"); quotient {
		a, err := asNumber{}.parse(of)
		b, errBy := asNumber{}.parse(by)
		return a / b, cmp.Or(err, errBy, expect(b > 0, word, "a divisor above 0"))
	}
	v, err := strconv.ParseFloat(strings.ReplaceAll(word, "_", ""), 64)
	if err != nil || strings.ContainsAny(word, "xXpPnN") || strings.Trim(word, "_") != word {
		return v, expect(false, word, "a number such as 40_000")
	}
	inside := v >= 0 && v <= Most && word[0] != '-'
	return v, expect(inside, word, "a number from 0 to 100_000_000")
}

func (asAmount) parse(word string) (float64, error) {
	if strings.HasSuffix(word, "%") {
		share, err := asShare{}.parse(word)
		return -share, expect(err == nil, word, "a number from 0 to 100_000_000, or a share from 0% to 100%")
	}
	return asNumber{}.parse(word)
}

func (asWhole) parse(word string) (int, error) {
	v, err := asNumber{}.parse(word)
	if err != nil {
		return 0, err
	}
	if strings.Contains(word, "/") {
		v = math.Floor(v)
	}
	return int(v), expect(v == math.Trunc(v), word, "a whole number")
}

// find is the value for the largest number of entities within the budget.
const find = -1

func (asEntities) parse(word string) (int, error) {
	if word == "find" {
		return find, nil
	}
	v, err := asWhole{}.parse(word)
	if err != nil {
		err = fmt.Errorf("%w, or find", err)
	}
	return v, err
}

func (asShare) parse(word string) (float64, error) {
	number, percent := strings.CutSuffix(word, "%")
	number = strings.TrimSpace(number)
	v, err := strconv.ParseFloat(number, 64)
	if strings.Contains(number, "/") {
		v, err = asNumber{}.parse(number)
	}
	if percent {
		v /= 100
	}
	return v, expect(err == nil && v >= 0 && v <= 1, word, "a share from 0% to 100%")
}

func (asDuration) parse(word string) (time.Duration, error) {
	v, err := time.ParseDuration(word)
	inside := err == nil && v >= 0 && v <= time.Minute
	return v, expect(inside, word, "a time from 0s to 1m such as 8ms or 20ns")
}

func (asRate) parse(word string) (float64, error) {
	v, err := strconv.ParseFloat(strings.TrimSuffix(word, "Hz"), 64)
	inside := err == nil && v >= 1 && v <= 10_000
	return v, expect(inside, word, "frames per second such as 60Hz")
}

func (asPercentile) parse(word string) (float64, error) {
	v, found := map[string]float64{"p50": 0.5, "p99": 0.99, "p99.9": 0.999, "max": 1}[word]
	return v, expect(found, word, "p50, p99, p99.9 or max")
}

// units are those of memory, in bytes.
var units = map[string]float64{
	"": 1, "B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9,
	"kiB": 1 << 10, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30,
}

func (asSize) parse(word string) (float64, error) {
	number := strings.TrimRight(word, "kKMGiB")
	unit, known := units[word[len(number):]]
	v, err := strconv.ParseFloat(strings.ReplaceAll(number, "_", ""), 64)
	inside := known && err == nil && v >= 0 && v < 1e12
	return v * unit, expect(inside, word, "an amount of memory such as 64MB")
}

func (asFlag) parse(word string) (bool, error) {
	return word == "true", expect(word == "true" || word == "false", word, "true or false")
}
