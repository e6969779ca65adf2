package cmd

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ecsbench/ecsbench/internal/display"
)

// helpColumns is the width of help: that of the narrowest usual terminal.
const helpColumns = 80

// advancedFlags are rarely used. The help of a command lists them under "Advanced" without
// their descriptions, which are in the topic [newAdvancedTopic].
var advancedFlags = strings.Fields(`alpha axis confidence env build-timeout continue ecsbench emit filter force ignore inconclusive
	metric mde rounds samples seed shard skip slowdown threshold timeout underpowered write allow operations duration version`)

// variantFlagNames are the flags for what each side of ab is built and run with.
var variantFlagNames = []string{"base-go", "base-env", "base-pgo", "base-flags", "head-go", "head-env", "head-pgo", "head-flags"}

// Other flags are rarely used in some commands only. The usual subject of ab and doctor is a Go
// benchmark.
var advancedIn = map[string][]string{
	"ab":     append([]string{"profile", "impl", "scenario", "entities", "components", "world"}, variantFlagNames...),
	"doctor": {"profile", "scenario", "entities", "components", "max-regression"},
	"fill":   {"precision"},
}

func isAdvanced(cmd *cobra.Command, f *pflag.Flag) bool {
	return slices.Contains(advancedFlags, f.Name) || slices.Contains(advancedIn[cmd.Name()], f.Name)
}

// flagsOf returns the visible flags of a command in the order of their declaration: the advanced
// ones or all others.
func flagsOf(cmd *cobra.Command, advanced bool) *pflag.FlagSet {
	chosen := pflag.NewFlagSet("", pflag.ContinueOnError)
	chosen.SortFlags = cmd.Flags().SortFlags
	add := func(f *pflag.Flag) {
		if f.Name != "help" && isAdvanced(cmd, f) == advanced && chosen.Lookup(f.Name) == nil {
			chosen.AddFlag(f)
		}
	}
	cmd.LocalFlags().VisitAll(add)
	cmd.InheritedFlags().VisitAll(add)
	return chosen
}

// namesOf lists flags with the names of their values, wrapped.
func namesOf(flags *pflag.FlagSet) string {
	var b strings.Builder
	column := helpColumns
	flags.VisitAll(func(f *pflag.Flag) {
		value, _ := pflag.UnquoteUsage(f)
		name := strings.TrimSpace("--" + f.Name + " " + value)
		if column+len(name)+2 > helpColumns {
			b.WriteString("\n")
			column = 0
		}
		b.WriteString("  " + name)
		column += len(name) + 2
	})
	return strings.TrimPrefix(b.String(), "\n")
}

// setHelp replaces the templates of cobra, whose lines are long and whose lists of flags are
// longer than a screen. A template would also link every method of the program.
func setHelp(root *cobra.Command) {
	root.SetUsageFunc(func(cmd *cobra.Command) error {
		_, err := io.WriteString(cmd.OutOrStderr(), usageOf(cmd))
		return err
	})
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		text := wrap(cmp.Or(cmd.Long, cmd.Short)) + "\n"
		if cmd.Runnable() || cmd.HasSubCommands() {
			text += "\n" + usageOf(cmd)
		}
		io.WriteString(cmd.OutOrStdout(), text) // the exit code of a failure is that of [output]
	})
}

// usageOf is the help of a command below its description.
func usageOf(cmd *cobra.Command) string {
	var b strings.Builder
	section := func(title, text string) {
		if text != "" {
			fmt.Fprintf(&b, "\n%s:\n%s\n", title, strings.TrimRight(text, "\n"))
		}
	}
	list := func(topics bool) (list string) {
		for _, verb := range cmd.Commands() {
			if is := verb.IsAdditionalHelpTopicCommand(); is && topics || !topics && (verb.IsAvailableCommand() || verb.Name() == "help") {
				list += fmt.Sprintf("  %-*s %s\n", verb.NamePadding(), verb.Name(), verb.Short)
			}
		}
		return list
	}
	line := cmd.UseLine()
	if cmd.HasAvailableSubCommands() {
		line = cmd.CommandPath() + " COMMAND"
	}
	fmt.Fprintf(&b, "Usage:\n  %s\n", line)
	section("Examples", cmd.Example)
	section("Commands", list(false))
	section("Flags", flagsOf(cmd, false).FlagUsagesWrapped(helpColumns))
	section("Advanced (described by: ecsbench help advanced)", namesOf(flagsOf(cmd, true)))
	section("Topics", list(true))
	return b.String()
}

// wrap fills the paragraphs of a text; indented lines and their paragraphs stay.
func wrap(text string) string {
	paragraphs := strings.Split(strings.TrimSpace(text), "\n\n")
	for i, p := range paragraphs {
		if !strings.Contains(p, "\n ") && !strings.HasPrefix(p, " ") {
			var b strings.Builder
			w := display.NewWriter(&b)
			w.Prose(strings.ReplaceAll(p, "\n", " "), helpColumns)
			_ = w.Flush() // a builder has no errors
			paragraphs[i] = strings.TrimSpace(b.String())
		}
	}
	return strings.Join(paragraphs, "\n\n")
}

// newAdvancedTopic describes the advanced flags of all commands: ecsbench help advanced.
func newAdvancedTopic(root *cobra.Command) *cobra.Command {
	var text strings.Builder
	text.WriteString("Rarely used flags, by command.\n")
	var describe func(cmd *cobra.Command)
	describe = func(cmd *cobra.Command) {
		if flags := flagsOf(cmd, true); flags.HasFlags() {
			fmt.Fprintf(&text, "\n%s\n%s", cmd.CommandPath(), flags.FlagUsagesWrapped(helpColumns))
		}
		for _, verb := range cmd.Commands() {
			describe(verb)
		}
	}
	describe(root)
	return &cobra.Command{Use: "advanced", Short: "Rarely used flags of all commands", Long: text.String()}
}
