//go:build onlyrun

package cmd

import "github.com/spf13/cobra"

// The program that is built for named libraries runs them and has no other command: compiling the
// others takes as long as all that it needs. See [measure.Extension].
func otherCommands() []*cobra.Command { return nil }

func addVersionFlag(*cobra.Command) {}
