// Package profiles defines the scale of a run: the numbers of registered component types and
// systems, the entities, the components per entity, and further axes. Each scenario defines
// its own axes and their limits.
//
// The profiles A, AA, AAA and peer are embedded. A user's own file has the same form:
//
//	name: tower-defence
//	component-types: 48
//	systems: 20
//	entities: [500, 5000]
//	components: [2, 3]
//	axes:
//	  archetypes: [1, 32, 256]
//
// A file is a YAML mapping. Unknown keys are errors, so keys can be added later without
// changing the meaning of existing files. Only plain YAML is accepted: no anchors, aliases or
// tags, one document, and decimal integers.
package profiles

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/token"

	"github.com/ecsbench/ecsbench/internal/display"
)

// A Profile is a scale.
type Profile struct {
	Name           string `yaml:"name" json:"name"`
	ComponentTypes int    `yaml:"component-types" json:"componentTypes"` // all of them are registered
	Systems        int    `yaml:"systems" json:"systems"`                // all of them are registered
	Entities       []int  `yaml:"entities" json:"entities"`              // sizes of the world to measure at
	Components     []int  `yaml:"components" json:"components"`          // components per entity to measure with
	// Axes has the values of the other axes by name, such as archetypes: [1, 32].
	Axes map[string][]int `yaml:"axes,omitempty" json:"axes,omitempty"`
}

// At returns the values of an axis, nil if the profile does not give it.
// Entities and Components are the axes n and comps.
func (p Profile) At(axis string) []int {
	switch axis {
	case "n":
		return p.Entities
	case "comps":
		return p.Components
	}
	return p.Axes[axis]
}

// With returns the profile with other values of an axis.
func (p Profile) With(axis string, values []int) Profile {
	switch axis {
	case "n":
		p.Entities = values
	case "comps":
		p.Components = values
	default:
		p.Axes = maps.Clone(p.Axes)
		if p.Axes == nil {
			p.Axes = make(map[string][]int)
		}
		p.Axes[axis] = values
	}
	return p
}

// Named lists the axes that the profile gives.
func (p Profile) Named() []string {
	return append([]string{"n", "comps"}, slices.Sorted(maps.Keys(p.Axes))...)
}

// Limits of a profile.
const (
	MinTypes    = 6
	MaxTypes    = 4096
	MaxSystems  = 4096
	MaxEntities = 100_000_000
)

//go:embed data/*.yaml
var data embed.FS

// Names lists the embedded profiles.
func Names() []string { return []string{"A", "AA", "AAA", "peer"} }

// Load returns an embedded profile by its name, or reads a file by its path.
func Load(nameOrPath string) (Profile, error) {
	if slices.Contains(Names(), nameOrPath) {
		text, err := data.ReadFile("data/" + nameOrPath + ".yaml")
		if err != nil {
			return Profile{}, fmt.Errorf("embedded profile %s: %w", nameOrPath, err)
		}
		return Parse(nameOrPath+".yaml", text)
	}
	text, err := readFile(nameOrPath)
	if errors.Is(err, os.ErrNotExist) {
		meant := display.DidYouMean(nameOrPath, Names())
		if !strings.HasPrefix(meant, ": did") {
			meant = ""
		}
		return Profile{}, fmt.Errorf("profile %q: neither one of %s nor a file that exists%s", nameOrPath, strings.Join(Names(), ", "), meant)
	}
	if err != nil {
		return Profile{}, fmt.Errorf("profile: %w", err)
	}
	return Parse(nameOrPath, text)
}

// Parse reads a profile. Errors name the file, the line if there is one, and the accepted
// values.
func Parse(file string, text []byte) (Profile, error) {
	text, err := plain(file, text)
	if err != nil {
		return Profile{}, err
	}
	var p Profile
	decoder := yaml.NewDecoder(bytes.NewReader(text), yaml.Strict())
	err = decoder.Decode(&p)
	if errors.Is(err, io.EOF) {
		return Profile{}, fmt.Errorf("%s: the file is empty: want name, component-types, systems, entities and components", file)
	}
	if err != nil {
		return Profile{}, fmt.Errorf("%s:%s", file, oneLine(err))
	}
	if err := p.Check(); err != nil {
		return Profile{}, fmt.Errorf("%s: %w", file, err)
	}
	return p, nil
}

// oneLine converts the parser's error, which has several lines, to "line:column: message".
func oneLine(err error) string {
	var positioned yaml.Error
	if !errors.As(err, &positioned) {
		return " " + display.YAMLMessage(err.Error())
	}
	word := positioned.GetToken()
	message := display.YAMLMessage(positioned.GetMessage())
	if unknown := (*yaml.UnknownFieldError)(nil); errors.As(err, &unknown) {
		message += display.DidYouMean(word.Value, []string{"name", "component-types", "systems", "entities", "components", "axes"})
	}
	if _, scalar := errors.AsType[*yaml.TypeError](err); scalar {
		message = wanted(word)
	} else if _, other := errors.AsType[*yaml.UnexpectedNodeTypeError](err); other {
		message = wanted(word)
	}
	return fmt.Sprintf("%d:%d: %s", word.Position.Line, word.Position.Column, message)
}

// wanted describes the type of the key to which a value belongs.
func wanted(value *token.Token) string {
	switch key := keyOf(value); key {
	case "":
		return "want a mapping with name, component-types, systems, entities and components"
	case "name":
		return "name: want a text"
	case "component-types", "systems":
		return key + ": want a whole number such as 48"
	case "entities", "components":
		return key + ": want a list of whole numbers such as [1, 10]"
	case "axes":
		return "axes: want a mapping such as {archetypes: [1, 32]}"
	default:
		return "axis " + key + ": want a list of whole numbers such as [1, 32]"
	}
}

// keyOf returns the closest key further left than a value, or in the same column as the mark of
// a list's element; "" for none.
func keyOf(value *token.Token) string {
	column := value.Position.Column
	if value.Type == token.MappingValueType && value.Prev != nil { // of a block
		column = value.Prev.Position.Column
	}
	if value.Type == token.SequenceEntryType {
		column++
	}
	for word := value.Prev; word != nil; word = word.Prev {
		if word.Next != nil && word.Next.Type == token.MappingValueType && word.Position.Column < column {
			return word.Value
		}
	}
	return ""
}

// namePattern does not limit the length: compiling the limit would slow the start of every
// process.
var namePattern = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_.-]*$`)

const longestName = 64

// Check returns the first error in the profile.
func (p Profile) Check() error {
	switch {
	case !namePattern.MatchString(p.Name) || len(p.Name) > longestName:
		return fmt.Errorf("name %q: want 1 to %d letters, digits, '.', '_' or '-', beginning with a letter or digit", p.Name, longestName)
	case p.ComponentTypes < MinTypes || p.ComponentTypes > MaxTypes:
		return fmt.Errorf("component-types %d: want %d to %d", p.ComponentTypes, MinTypes, MaxTypes)
	case p.Systems < 1 || p.Systems > MaxSystems:
		return fmt.Errorf("systems %d: want 1 to %d", p.Systems, MaxSystems)
	case len(p.Entities) == 0:
		return errors.New("entities: want at least one number, such as entities: [1000]")
	case len(p.Components) == 0:
		return errors.New("components: want at least one number, such as components: [1, 2, 3]")
	}
	for _, axis := range p.Named() {
		values := p.At(axis)
		for i, n := range values {
			if n < least(axis) {
				return fmt.Errorf("%s %d: want a number from %d", title(axis), n, least(axis))
			}
			if slices.Contains(values[:i], n) {
				return fmt.Errorf("%s %d: given twice", title(axis), n)
			}
		}
		if len(values) == 0 {
			return fmt.Errorf("axis %s: want at least one number, such as %s: [1, 32]", axis, axis)
		}
	}
	return nil
}

// least returns the smallest value of an axis. Scenarios check the minimum of their own axes.
func least(axis string) int {
	if axis == "n" || axis == "comps" {
		return 1
	}
	return 0
}

// title returns the key of an axis in a profile.
func title(axis string) string {
	switch axis {
	case "n":
		return "entities"
	case "comps":
		return "components"
	}
	return "axis " + axis
}
