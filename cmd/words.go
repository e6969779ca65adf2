package cmd

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/report"
)

// newWordsTopic is the glossary: ecsbench help words. It has no Run function, so it is a help
// topic and not a verb.
func newWordsTopic() *cobra.Command {
	var text strings.Builder
	text.WriteString("Terms of tables, messages and pages.\n")
	for _, term := range report.Glossary() {
		text.WriteString("\n" + term.Word + "\n    " + term.Means + "\n")
	}
	return &cobra.Command{Use: "words", Short: "Terms of tables and pages", Long: text.String()}
}
