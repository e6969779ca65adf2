package world

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/internal/suite/world/format"
	"github.com/ecsbench/ecsbench/internal/suite/world/play"
	"github.com/ecsbench/ecsbench/scenarios"
	"github.com/ecsbench/ecsbench/worlds"
)

// HasQuestion reports whether a scenario has a question.
func HasQuestion(scenario string) bool { return slices.Contains(worlds.Questions(), scenario) }

// OfCase returns the world of a case: the question of its scenario with the values of its axes and
// options. It is an [impls.Unsupported] error if the question lacks one of them.
func OfCase(r measure.Request) (*format.World, error) {
	chosen, err := scenarios.Find(r.Scenario)
	if err != nil {
		return nil, err
	}
	text, found := worlds.Question(chosen.Name)
	if !found {
		return nil, &impls.Unsupported{Reason: "has no program for this scenario, which is about storage designs"}
	}
	file := chosen.Name + ".yaml"
	usual, err := format.Parse(file, text)
	if err != nil {
		return nil, err
	}
	at := make(map[string]string)
	set := func(name, value string, needed bool) error {
		if _, has := usual.Axes[name]; !has && needed {
			return &impls.Unsupported{Reason: fmt.Sprintf("the question %s has no %s", chosen.Name, name)}
		} else if has {
			at[name] = value
		}
		return nil
	}
	for _, a := range chosen.Axes {
		if err := set(axisName(a.Name), strconv.Itoa(r.At[a.Name]), !a.Unnamed || r.At[a.Name] != 0); err != nil {
			return nil, err
		}
	}
	if r.At["aged"] > 0 || chosen.Values[worldOption] == "used" {
		if err := set("held", strconv.Itoa(r.At["n"]), chosen.Values[worldOption] == "used"); err != nil {
			return nil, err
		}
	}
	for _, o := range chosen.Options {
		if value := chosen.Values[o.Name]; o.Name != registerOption && o.Name != worldOption {
			if err := set(o.Name, wordFor(o.Name, value), value != o.Default); err != nil {
				return nil, err
			}
		}
	}
	w, err := format.ParseAt(file, text, at)
	if err != nil {
		return nil, &impls.Unsupported{Reason: err.Error()}
	}
	w.Spec.Seed = r.Seed
	if types := r.Profile.ComponentTypes - len(w.Components); chosen.Values[registerOption] == "all" && types > 0 {
		w.Fill(types, max(0, r.Profile.Systems-len(w.Systems)))
	}
	return w, nil
}

// registerOption is the option of scenarios to register the component types and the systems of the
// whole profile.
const registerOption = "register"

// worldOption is the option of scenarios for worlds that held as many entities before. In questions,
// the axis held is their number; an aged world without entities held as many, too.
const worldOption = "world"

// axisName is the name in questions of an axis of scenarios.
func axisName(name string) string {
	switch name {
	case "n":
		return "entities"
	case "comps":
		return "components"
	}
	return name
}

// words are those of world files for the values of options.
var words = map[string]string{
	"order=random":  "shuffled", // each entity once
	"order=created": "oldest",
	"made=now":      "immediate",
	"made=later":    "deferred",
	"work=heavy":    "5", // components
	"pointers=no":   "false",
	"pointers=yes":  "true",
	"work=light":    "2",
}

// wordFor is the word of world files for the value of an option.
func wordFor(option, value string) string { return cmp.Or(words[option+"="+value], value) }

// Lacks returns the reason why no program has the case, in a world of some size, or "".
func Lacks(r measure.Request) string {
	if !byProgram(r) {
		return r.Lacks()
	}
	r.At = maps.Clone(r.At)
	r.At["n"] = max(1000, r.At["n"])
	if _, _, err := standalone(r, nil); err != nil {
		return cmp.Or(reason(err).Unsupported, err.Error())
	}
	return ""
}

// standalone returns the world of a case, and the program of its library.
func standalone(r measure.Request, programs []measure.ExternalProgram) (*format.World, play.Sources, error) {
	w, err := OfCase(r)
	if err != nil {
		return nil, nil, err
	}
	found, err := library(r.Impl, programs)
	if err != nil {
		return nil, nil, err
	}
	source, err := found[0].Standalone(w)
	return w, source, err
}

// WriteCode prints the part of a library's program that is written for the library.
func WriteCode(w io.Writer, library, scenario string) error {
	found, err := play.Named(library)
	if err != nil {
		return err
	}
	text, _ := worlds.Question(scenario)
	question, err := format.Parse(scenario+".yaml", text)
	if err != nil {
		return err
	}
	source, err := found[0].Sources(question)
	if err != nil {
		return fmt.Errorf("%s: %w", library, err)
	}
	_, err = w.Write(source["game.go"])
	return err
}
