package cmd

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
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
