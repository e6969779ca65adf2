package cmd

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/profiles"
	"github.com/ecsbench/ecsbench/scenarios"
)

func newListCommand() *cobra.Command {
	return &cobra.Command{
		Use:       "list impls|scenarios|profiles",
		Short:     "List what there is to measure",
		ValidArgs: []string{"impls", "scenarios", "profiles"},
		Args:      cobra.MatchAll(cobra.ExactArgs(1), cobra.OnlyValidArgs),
		RunE: func(cmd *cobra.Command, args []string) error {
			w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
			if err := list(w, args[0]); err != nil {
				return err
			}
			return w.Flush()
		},
	}
}

func list(w io.Writer, what string) error {
	switch what {
	case "impls":
		for _, i := range registry.All() {
			listOne(w, i.Name, i.Doc, i.Seed, i.Options)
		}
	case "scenarios":
		for _, s := range scenarios.All() {
			doc := s.Doc
			if s.OnDemand {
				doc += " (on demand)"
			}
			listOne(w, s.Name, doc, s.Seed, s.Options)
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
			fmt.Fprintf(w, "%s\t%d component types, %d systems, entities %v, components %v\n", p.Name, p.ComponentTypes, p.Systems, p.Entities, p.Components)
		}
	}
	return nil
}

func listOne(w io.Writer, name, doc, seed string, options []impls.Option) {
	if seed != "" {
		doc += " (seed " + seed + ")"
	}
	fmt.Fprintf(w, "%s\t%s\n", name, doc)
	for _, o := range options {
		values := fmt.Sprintf("%d..%d", o.Min, o.Max)
		if o.Values != nil {
			values = strings.Join(o.Values, "|")
		}
		fmt.Fprintf(w, "\t  :%s=%s  %s (default %s)\n", o.Name, values, o.Doc, o.Default)
	}
}
