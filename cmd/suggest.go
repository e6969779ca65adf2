package cmd

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ecsbench/ecsbench/internal/display"
)

// suggestNames makes every verb reject mistyped or missing names with one line that lists the
// valid ones.
func suggestNames(root *cobra.Command) {
	root.Args = func(_ *cobra.Command, args []string) error {
		if len(args) > 0 {
			return unknownVerb(root, args[0])
		}
		return nil
	}
	root.SetHelpCommand(newHelpCommand(root))
	root.SetFlagErrorFunc(unknownFlag)
	for _, verb := range root.Commands() {
		if check := verb.Args; check != nil {
			verb.Args = func(cmd *cobra.Command, args []string) error {
				if err := check(cmd, args); err != nil {
					return fmt.Errorf("%w; usage: %s", err, strings.TrimSuffix(cmd.UseLine(), " [flags]"))
				}
				return nil
			}
		}
	}
}

func unknownVerb(root *cobra.Command, name string) error {
	var names []string
	for _, verb := range root.Commands() {
		if verb.IsAvailableCommand() {
			names = append(names, verb.Name())
		}
	}
	return fmt.Errorf("unknown command %q%s", name, display.DidYouMean(name, names))
}

// unknownFlag adds the closest flag name to an error.
func unknownFlag(cmd *cobra.Command, err error) error {
	unknown := (*pflag.NotExistError)(nil)
	if !errors.As(err, &unknown) {
		return err
	}
	name := unknown.GetSpecifiedName()
	if short := unknown.GetSpecifiedShortnames(); short != "" { // -profil
		name = short
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
	if meant := display.DidYouMean("--"+name, names); strings.HasPrefix(meant, ": did") {
		return fmt.Errorf("%w%s", err, meant)
	}
	return fmt.Errorf("%w: the flags are in: %s --help", err, cmd.CommandPath())
}

// newHelpCommand is cobra's, but rejects unknown names.
func newHelpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [VERB]",
		Short: "Print help for a verb and its flags",
		ValidArgsFunction: func(*cobra.Command, []string, string) (found []string, _ cobra.ShellCompDirective) {
			for _, verb := range root.Commands() {
				if verb.IsAvailableCommand() {
					found = append(found, cobra.CompletionWithDesc(verb.Name(), verb.Short))
				}
			}
			return found, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			verb, rest, err := root.Find(args)
			if err != nil {
				return err
			}
			if len(rest) > 0 {
				return unknownVerb(root, strings.Join(rest, " "))
			}
			verb.InitDefaultHelpFlag()
			return verb.Help()
		},
	}
}
