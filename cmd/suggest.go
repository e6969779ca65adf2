package cmd

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
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
	root.InitDefaultHelpCmd()
	for _, verb := range root.Commands() {
		if verb.Name() == "completion" {
			verb.RunE = func(cmd *cobra.Command, args []string) error {
				if len(args) == 0 {
					return cmd.Help()
				}
				shells := lists.Map(cmd.Commands(), func(c *cobra.Command) string { return c.Name() })
				return fmt.Errorf("completion %s%s", args[0], display.DidYouMean(args[0], shells))
			}
			verb.Args = cobra.ArbitraryArgs
		}
		if verb.Name() == "help" {
			verb.Args = func(_ *cobra.Command, args []string) error {
				found, rest, err := root.Find(args)
				if err == nil && found == root {
					err = root.Args(root, rest)
				}
				return err
			}
		}
	}
	root.SetFlagErrorFunc(wrongFlag)
	addUsage(root)
}

// addUsage adds the usage line to errors about the arguments of all verbs below cmd.
func addUsage(cmd *cobra.Command) {
	for _, verb := range cmd.Commands() {
		if check := verb.Args; check != nil {
			verb.Args = func(cmd *cobra.Command, args []string) error {
				if err := check(cmd, args); err != nil {
					return fmt.Errorf("%w; usage: %s", err, strings.TrimSuffix(cmd.UseLine(), " [flags]"))
				}
				return nil
			}
		}
		addUsage(verb)
	}
}

// exactly requires n arguments.
func exactly(n int) cobra.PositionalArgs { return arguments("", n, n) }

// atLeast requires n or more arguments.
func atLeast(n int) cobra.PositionalArgs { return arguments("at least ", n, math.MaxInt) }

func arguments(prefix string, least, most int) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		switch n := len(args); {
		case n < least:
			return fmt.Errorf("%s%s needed, got %d", prefix, display.CountAre(least, "argument"), n)
		case n > most:
			return fmt.Errorf("unexpected argument %q", args[most])
		}
		return nil
	}
}

// wrongFlag makes errors about flags plain: it adds the closest name, or the possible values.
func wrongFlag(cmd *cobra.Command, err error) error {
	if invalid, is := errors.AsType[*pflag.InvalidValueError](err); is {
		return invalidValue(invalid)
	}
	unknown, is := errors.AsType[*pflag.NotExistError](err)
	if !is {
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

// invalidValue replaces errors of packages strconv and time, which contain names of Go functions.
// Other errors list the possible values.
func invalidValue(err *pflag.InvalidValueError) error {
	flag := err.GetFlag()
	of := flag.Value.Type()
	if _, is := errors.AsType[*strconv.NumError](err); !is && of != "duration" {
		return err
	}
	want := "a number such as 0.01"
	switch of {
	case "duration":
		want = "a time such as 90s or 5m"
	case "bool":
		want = "true or false"
	case "int":
		want = fmt.Sprintf("a whole number, at most %d", math.MaxInt)
	case "uint64":
		want = fmt.Sprintf("a whole number from 0 to %d", uint64(math.MaxUint64))
	}
	return fmt.Errorf("--%s %s: want %s", flag.Name, err.GetValue(), want)
}

// wrongValue rejects a name that is empty, as a variable of a script may be, and negative limits of time.
func wrongValue(verb *cobra.Command) (err error) {
	names := []string{"resume", "output", "world", "baseline", "library"}
	verb.Flags().Visit(func(flag *pflag.Flag) {
		value := flag.Value.String()
		switch kind := flag.Value.Type(); {
		case err != nil:
		case kind == "string" && value == "" && (slices.Contains(names, flag.Name) || slices.Contains(variantFlagNames, flag.Name)):
			err = fmt.Errorf("--%s \"\": the value is empty: give one, or leave the flag out", flag.Name)
		case strings.HasSuffix(flag.Name, "timeout") && strings.HasPrefix(value, "-"):
			err = fmt.Errorf("--%s %s: want a time such as 90s or 5m", flag.Name, value)
		}
	})
	return err
}

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
