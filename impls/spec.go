package impls

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ecsbench/ecsbench/internal/display"
)

// An Option is a choice that an implementation or scenario offers, written
// name:key=value (several are joined: dense:dispatch=shared:ids=runtime).
type Option struct {
	Name    string
	Doc     string
	Default string
	Values  []string // permitted values; nil for a number
	Min     int      // least number, if Values is nil
	Max     int      // greatest number, if Values is nil
	Named   bool     // names of results contain the value even if it is the default
}

// Values holds the values of all options.
type Values map[string]string

// A Spec is a name with options, as written on the command line and in the
// names of results.
type Spec struct {
	Name string
	// Given lists the options as written, without those that repeat the default.
	Given []Setting
}

// A Setting is an option with its value.
type Setting struct{ Key, Value string }

// String formats the spec for [ParseSpec].
func (s Spec) String() string {
	var b strings.Builder
	b.WriteString(s.Name)
	for _, g := range s.Given {
		fmt.Fprintf(&b, ":%s=%s", g.Key, g.Value)
	}
	return b.String()
}

// ParseSpec reads name:key=value:... without a check of the options, see
// [Spec.Resolve].
func ParseSpec(text string) (Spec, error) {
	name, rest, more := strings.Cut(text, ":")
	spec := Spec{Name: name}
	if name == "" {
		return Spec{}, fmt.Errorf("%q: a name is missing before the options", text)
	}
	for more {
		var option string
		option, rest, more = strings.Cut(rest, ":")
		key, value, ok := strings.Cut(option, "=")
		if !ok || key == "" || value == "" {
			return Spec{}, fmt.Errorf("%q: option %q is not of the form key=value", text, option)
		}
		if slices.ContainsFunc(spec.Given, func(g Setting) bool { return g.Key == key }) {
			return Spec{}, fmt.Errorf("%q: option %q is given twice", text, key)
		}
		spec.Given = append(spec.Given, Setting{key, value})
	}
	return spec, nil
}

// Everything stands for all names in a list.
const Everything = "all"

// Find finds the element of list with the name of a spec such as
// "dense:dispatch=shared", and returns it with the spec and a value for each of its
// options. An unknown name is an error that suggests one of the list or of others.
func Find[T any](kind, text string, list []T, offer func(T) (name string, options []Option)) (found T, spec Spec, values Values, err error) {
	if spec, err = ParseSpec(text); err != nil {
		return found, spec, nil, fmt.Errorf("%s %w", kind, err)
	}
	var names []string
	for _, one := range list {
		name, options := offer(one)
		if name == spec.Name {
			if values, err = spec.Resolve(options); err != nil {
				err = fmt.Errorf("%s %w", kind, err)
			}
			return one, spec, values, err
		}
		names = append(names, name)
	}
	return found, spec, nil, fmt.Errorf("%s %q is not known%s", kind, spec.Name, display.DidYouMean(spec.Name, names))
}

// FindList finds each element of a list separated by commas, each spec once.
// [Everything] and the empty list stand for names.
func FindList[T any](list string, names []string, find func(string) (T, Spec, error)) ([]T, error) {
	texts := names
	if list != "" {
		texts = nil
		for _, text := range strings.Split(list, ",") {
			if text = strings.TrimSpace(text); text == Everything {
				texts = append(texts, names...)
			} else {
				texts = append(texts, text)
			}
		}
	}
	var found []T
	seen := make(map[string]bool)
	for _, text := range texts {
		one, spec, err := find(text)
		if err != nil {
			return nil, err
		}
		if name := spec.String(); !seen[name] {
			seen[name] = true
			found = append(found, one)
		}
	}
	return found, nil
}

// Resolve checks the settings against the options, drops repeated defaults, adds the
// options that are always named, and returns the value of every option.
func (s *Spec) Resolve(options []Option) (Values, error) {
	values := make(Values)
	for _, o := range options {
		values[o.Name] = o.Default
	}
	kept := s.Given[:0:0]
	for _, g := range s.Given {
		at := slices.IndexFunc(options, func(o Option) bool { return o.Name == g.Key })
		if at < 0 {
			names := make([]string, len(options))
			for i, o := range options {
				names[i] = o.Name
			}
			return nil, fmt.Errorf("%s has no option %q%s", s.Name, g.Key, display.DidYouMean(g.Key, names))
		}
		if err := options[at].check(g.Value); err != nil {
			return nil, fmt.Errorf("%s: %w", s.Name, err)
		}
		values[g.Key] = g.Value
		if g.Value != options[at].Default && !options[at].Named {
			kept = append(kept, g)
		}
	}
	var named []Setting
	for _, o := range options {
		if o.Named {
			named = append(named, Setting{o.Name, values[o.Name]})
		}
	}
	s.Given = append(named, kept...)
	return values, nil
}

func (o Option) check(value string) error {
	if o.Values != nil {
		if !slices.Contains(o.Values, value) {
			return fmt.Errorf("option %s=%s%s", o.Name, value, display.DidYouMean(value, o.Values))
		}
		return nil
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < o.Min || n > o.Max || strconv.Itoa(n) != value {
		return fmt.Errorf("option %s=%s: want a whole number from %d to %d", o.Name, value, o.Min, o.Max)
	}
	return nil
}

// Int returns the value of a numeric option that [Spec.Resolve] has checked.
func (v Values) Int(name string) int {
	n, err := strconv.Atoi(v[name])
	if err != nil {
		panic(fmt.Sprintf("option %q is not a number: %v", name, err))
	}
	return n
}
