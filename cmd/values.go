package cmd

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/sys/child"
)

// A choice is a flag with a fixed set of values.
type choice struct {
	to     *string
	values []string
}

func (c choice) String() string { return *c.to }

func (choice) Type() string { return "string" }

func (c choice) Set(text string) error {
	if !slices.Contains(c.values, text) {
		last := len(c.values) - 1
		return fmt.Errorf("must be %s or %s", strings.Join(c.values[:last], ", "), c.values[last])
	}
	*c.to = text
	return nil
}

// choiceFlag adds a flag with a fixed set of values, which shells complete. *to has the
// default.
func choiceFlag(cmd *cobra.Command, to *string, name, doc string, values ...string) {
	cmd.Flags().Var(choice{to, values}, name, doc)
	completeValues(cmd, name, values...)
}

// joined is a list separated by commas. A flag that is given again adds to it.
type joined string

func (j *joined) String() string { return string(*j) }

func (*joined) Type() string { return "string" }

func (j *joined) Set(list string) error {
	if *j != "" {
		list = string(*j) + "," + list
	}
	*j = joined(list)
	return nil
}

// environmentFlag adds the flag that passes a variable to foreign code.
func environmentFlag(cmd *cobra.Command) {
	cmd.Flags().Var(&child.Foreign, "env", "pass the variable `name` to the benchmarks, although it may be a secret (repeatable)")
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) error {
		var others []string
		for _, name := range []string{"base-env", "head-env"} {
			if flag := cmd.Flags().Lookup(name); flag != nil {
				others = append(others, flag.Value.(pflag.SliceValue).GetSlice()...)
			}
		}
		if len(others) == 0 && cmd.Flags().Changed("resume") && cmd.Flags().Lookup("head-env") != nil {
			return nil // the experiment may set them
		}
		if err := child.Foreign.Check(others); err != nil {
			return fmt.Errorf("%s: %w", cmd.Name(), err)
		}
		return nil
	}
	completeFlag(cmd, "env", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		names := lists.Map(os.Environ(), func(v string) string { return strings.Split(v, "=")[0] })
		return names, cobra.ShellCompDirectiveNoFileComp
	})
}

// A percent is a flag value for a share: "2%" equals "0.02". More than 100% needs the sign,
// because 5 probably means 5%.
type percent float64

func (p *percent) String() string {
	return strconv.FormatFloat(math.Round(1e8*float64(*p))/1e6, 'g', -1, 64) + "%"
}

func (*percent) Type() string { return "percent" }

func (p *percent) Set(text string) error {
	number, isPercent := strings.CutSuffix(strings.TrimSpace(text), "%")
	x, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) || x < 0 {
		return fmt.Errorf("%q is not a share: write 2%% or 0.02", text)
	}
	if isPercent {
		x /= 100
	} else if x > 1 {
		return fmt.Errorf("%q is more than 100%%: write %[2]s%% or %[3]v", text, number, x/100)
	}
	*p = percent(x)
	return nil
}
