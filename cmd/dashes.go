package cmd

import (
	"strings"

	"github.com/spf13/cobra"
)

// doubleDashes turns -row into --row if the verb in args has such a flag, because benchstat and
// go test use one dash. One-letter shorthands stay.
func doubleDashes(root *cobra.Command, args []string) []string {
	verb, _, err := root.Find(args)
	if err != nil {
		return args
	}
	out := make([]string, 0, len(args))
	value := false // the argument is the value of the previous flag
	for i, arg := range args {
		if arg == "--" {
			return append(out, args[i:]...)
		}
		if value || !strings.HasPrefix(arg, "-") {
			value = false
			out = append(out, arg)
			continue
		}
		name, _, hasValue := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		flag := verb.Flags().Lookup(name)
		if flag != nil && len(name) > 1 && !strings.HasPrefix(arg, "--") {
			arg = "-" + arg
		}
		value = flag != nil && !hasValue && flag.NoOptDefVal == ""
		out = append(out, arg)
	}
	return out
}
