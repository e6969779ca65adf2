package cmd

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// A choice is the value of a flag that is one of several.
type choice struct {
	to     *string
	values []string
}

func (c choice) String() string { return *c.to }

func (choice) Type() string { return "string" }

func (c choice) Set(text string) error {
	if !slices.Contains(c.values, text) {
		last := len(c.values) - 1
		return fmt.Errorf("want %s or %s", strings.Join(c.values[:last], ", "), c.values[last])
	}
	*c.to = text
	return nil
}

// choiceFlag adds a flag that is one of several values, which shells complete.
// What it is without the flag stands in to already.
func choiceFlag(cmd *cobra.Command, to *string, name, doc string, values ...string) {
	cmd.Flags().Var(choice{to, values}, name, doc)
	completeValues(cmd, name, values...)
}
