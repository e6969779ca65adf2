package cmd

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/sys/child"
	"github.com/ecsbench/ecsbench/scenarios"
)

type completer func(cmd *cobra.Command, args []string, toComplete string) ([]string, cobra.ShellCompDirective)

func completeFlag(cmd *cobra.Command, flag string, c completer) {
	if err := cmd.RegisterFlagCompletionFunc(flag, c); err != nil {
		panic(err) // no such flag: programming error
	}
}

// completeValues completes fixed values of a flag, without files.
func completeValues(cmd *cobra.Command, flag string, values ...string) {
	completeFlag(cmd, flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

// completeNumbers keeps the shell from offering files for flags that are no text.
func completeNumbers(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if kind := f.Value.Type(); !strings.HasPrefix(kind, "string") && kind != "bool" {
			completeValues(cmd, f.Name)
		}
	})
	for _, verb := range cmd.Commands() {
		completeNumbers(verb)
	}
}

func completeImpls(_ *cobra.Command, _ []string, toComplete string) ([]string, cobra.ShellCompDirective) {
	offers := lists.Map(slices.Concat(registry.All(), libraries()), func(i impls.Implementation) offer { return offer{i.Name, i.Doc, i.Options} })
	return completeSpecs(offers, toComplete)
}

func completeScenarios(_ *cobra.Command, _ []string, toComplete string) ([]string, cobra.ShellCompDirective) {
	offers := lists.Map(scenarios.All(), func(s scenarios.Scenario) offer { return offer{s.Name, s.Doc, s.Options} })
	offers = append(offers, offer{name: impls.Everything, doc: "every scenario, including those on request"})
	return completeSpecs(offers, toComplete)
}

// An offer is a name with options.
type offer struct {
	name, doc string
	options   []impls.Option
}

// completeSpecs completes the last element of a list: a name, and its options after a colon.
func completeSpecs(offers []offer, toComplete string) ([]string, cobra.ShellCompDirective) {
	before, last := "", toComplete
	if at := strings.LastIndexByte(toComplete, ','); at >= 0 {
		before, last = toComplete[:at+1], toComplete[at+1:]
	}
	var found []string
	name, _, hasOptions := strings.Cut(last, ":")
	for _, o := range offers {
		if !hasOptions {
			found = append(found, cobra.CompletionWithDesc(before+o.name, o.doc))
			continue
		}
		if o.name != name {
			continue
		}
		stem := before + last[:strings.LastIndexByte(last, ':')+1]
		for _, option := range o.options {
			values := option.Values
			if values == nil {
				values = []string{option.Default}
			}
			for _, v := range values {
				found = append(found, cobra.CompletionWithDesc(stem+option.Name+"="+v, option.Doc))
			}
		}
	}
	return found, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// completeRevisions completes BASE and HEAD: branches, tags and the working tree. Packages
// follow.
func completeRevisions(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) >= 2 {
		return []string{"./..."}, cobra.ShellCompDirectiveDefault
	}
	found := []string{cobra.CompletionWithDesc(".", "the working tree"), "HEAD", "HEAD~1"}
	refs, _ := child.Git(cmd.Context(), "for-each-ref", "--sort=-committerdate", "--format=%(refname:short)", "refs/heads", "refs/tags", "refs/remotes")
	found = append(found, strings.Fields(refs)...)
	return found, cobra.ShellCompDirectiveDefault | cobra.ShellCompDirectiveKeepOrder // programs are files
}
