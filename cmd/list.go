package cmd

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/internal/suite/world"
	"github.com/ecsbench/ecsbench/internal/suite/world/play"
	"github.com/ecsbench/ecsbench/profiles"
	"github.com/ecsbench/ecsbench/scenarios"
)

func newListCommand() *cobra.Command {
	var scenario string
	cmd := &cobra.Command{
		Use:   "list impls [NAME] | scenarios | profiles",
		Short: "List implementations, scenarios and profiles",
		Long: `Lists implementations, scenarios or profiles with their options and axes. LINES of an
implementation counts the hand-written code of its folder, without comments and tests.

With a name it lists one implementation, and what it cannot do in any scenario. With a name and --scenario it prints the program
of a library, or where a design has the measured code.`,
		Example:   "  ecsbench list impls\n  ecsbench list impls ecs\n  ecsbench list impls ark --scenario exchange",
		ValidArgs: []string{"impls", "scenarios", "profiles"},
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("name what to list: impls, scenarios or profiles")
			}
			if !slices.Contains(cmd.ValidArgs, args[0]) {
				return fmt.Errorf("invalid argument %q%s", args[0], display.DidYouMean(args[0], cmd.ValidArgs))
			}
			if scenario != "" && (len(args) != 2 || args[0] != "impls") {
				return errors.New("--scenario prints the code of one implementation: list impls NAME --scenario " + scenario)
			}
			if len(args) == 2 && args[0] == "impls" {
				return nil
			}
			return exactly(1)(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if scenario != "" {
				return writeCode(cmd.OutOrStdout(), args[1], scenario)
			}
			return writeFolded(cmd.OutOrStdout(), terminalOf(cmd.OutOrStdout()).Prose, func(w io.Writer) error {
				return list(w, args)
			})
		},
	}
	cmd.Flags().StringVar(&scenario, "scenario", "", "print the code of the implementation that this `scenario` measures, or where it is")
	return cmd
}

// writeCode prints the program of a library that is behind a cell, or where the code of a design is.
func writeCode(w io.Writer, impl, scenario string) error {
	s, err := scenarios.Find(scenario)
	if err != nil {
		return err
	}
	i, err := registry.Find(impl)
	if err != nil {
		return err
	}
	if play.IsLibrary(i.Name) && world.HasQuestion(scenario) {
		return world.WriteCode(w, i.Name, scenario)
	}
	if err := writePlaces(w, i.Source, s.Name); err != nil {
		return fmt.Errorf("%s: %w", i.Name, err)
	}
	return nil
}

// list lists everything of the kind in the first argument, or the implementation in the second.
func list(w io.Writer, args []string) error {
	switch args[0] {
	case "impls":
		fmt.Fprintln(w, "NAME\tROLE\tLINES\tWHAT IT IS")
		if len(args) == 2 {
			i, err := registry.Find(args[1])
			if err != nil {
				return err
			}
			every, err := scenarios.FindList(impls.Everything)
			if err != nil {
				return err
			}
			listImpl(w, i.Implementation)
			listLeftOut(w, i.Name)
			return listUnsupported(w, i.Spec.String(), scenarios.InAllModes(every))
		}
		usual, err := scenarios.FindList("")
		if err != nil {
			return err
		}
		specs := lists.Map(usual, func(s scenarios.Chosen) string { return s.Name })
		for _, i := range registry.All() {
			listImpl(w, i)
			if err := listUnsupported(w, i.Name, specs); err != nil {
				return err
			}
		}
		for _, l := range libraries() {
			fmt.Fprintf(w, "%s\t%s\t\t%s (built when it is first used)\n", l.Name, l.Role, withVersion(l))
			listLeftOut(w, l.Name)
		}
	case "scenarios":
		for _, s := range scenarios.All() {
			doc := s.Doc
			if s.OnDemand {
				doc += " (on request)"
			}
			listOne(w, s.Name, doc, s.From, s.Options, "\t")
			for _, a := range s.Axes {
				fmt.Fprintf(w, "\t  %s=%d..%d  %s (default %s)\n", a.Name, a.Min, a.Max, a.Doc, strings.Trim(fmt.Sprint(a.Default), "[]"))
			}
		}
	case "profiles":
		for _, name := range profiles.Names() {
			p, err := profiles.Load(name)
			if err != nil {
				return err
			}
			fmt.Fprintf(w, "%s\t%s, %s, entities %s, components %s\n", p.Name, display.Count(p.ComponentTypes, "component type"), display.Count(p.Systems, "system"), commas(p.Entities), commas(p.Components))
		}
	}
	return nil
}

func commas(list []int) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(list), "[]"), " ", ", ")
}

func listImpl(w io.Writer, i impls.Implementation) {
	lines := ""
	if n := registry.Lines(i.Name); n > 0 {
		lines = strconv.Itoa(n)
	}
	listOne(w, i.Name+"\t"+i.Role.String()+"\t"+lines, withVersion(i), i.From, i.Options, "\t\t\t")
	for _, names := range slices.Sorted(maps.Keys(i.Notes)) {
		fmt.Fprintf(w, "\t\t\t  note on %s: %s\n", strings.ReplaceAll(names, ",", ", "), i.Notes[names])
	}
}

// listLeftOut prints why a library is left out unless it is named.
func listLeftOut(w io.Writer, impl string) {
	found, err := play.Named(impl)
	if err != nil {
		return // a design
	}
	if reason := found[0].LeftOut("--impl"); reason != "" {
		fmt.Fprintf(w, "\t\t\t  %s\n", reason)
	}
}

// withVersion is the line about an implementation, and its version.
func withVersion(i impls.Implementation) string {
	if i.Version == "" {
		return i.Doc
	}
	return fmt.Sprintf("%s, %s of %s", i.Doc, i.Version, i.Released)
}

// listUnsupported prints why an implementation has no result in scenarios.
func listUnsupported(w io.Writer, impl string, specs []string) error {
	reasons, of, err := measure.Unsupported(impl, specs, world.Lacks)
	for _, reason := range reasons {
		fmt.Fprintf(w, "\t\t\t  unsupported: %s: %s\n", strings.Join(of[reason], ", "), reason)
	}
	return err
}

// listOne prints an implementation or scenario with its options.
func listOne(w io.Writer, name, doc, from string, options []impls.Option, indent string) {
	if from != "" {
		doc += " (after " + from + ")"
	}
	fmt.Fprintf(w, "%s\t%s\n", name, doc)
	for _, o := range options {
		values := fmt.Sprintf("%d..%d", o.Min, o.Max)
		if o.Values != nil {
			values = choices(o.Values)
		}
		fmt.Fprintf(w, "%s  :%s=%s  %s (default %s)\n", indent, o.Name, values, o.Doc, o.Default)
	}
}

// choices lists values; of many, the first and the last.
func choices(values []string) string {
	const most = 6
	if n := len(values); n > most {
		values = []string{values[0], values[1], values[2], "...", values[n-1]}
	}
	return strings.Join(values, "|")
}
