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
		var names []string
		for _, verb := range root.Commands() {
			if verb.IsAvailableCommand() {
				names = append(names, verb.Name())
			}
		}
		if len(args) > 0 {
			return fmt.Errorf("unknown command %q%s", args[0], display.DidYouMean(args[0], names))
		}
		return nil
	}
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
