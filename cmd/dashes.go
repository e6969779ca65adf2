package cmd

import (
	"strings"

	"github.com/spf13/cobra"
)

// doubleDashes turns -row into --row where the verb in args has such a flag:
// benchstat and go test write flags with one dash, and commands written for
// them should work here. Shorthands of one letter stay as they are.
func doubleDashes(root *cobra.Command, args []string) []string {
	verb, _, err := root.Find(args)
	if err != nil {
		return args
	}
	out := make([]string, 0, len(args))
	value := false // the argument belongs to the flag before it
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
