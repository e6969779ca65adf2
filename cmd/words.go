package cmd

import (
	"fmt"
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

// newColumnsTopic describes the columns of exported rows: ecsbench help columns.
func newColumnsTopic() *cobra.Command {
	var text strings.Builder
	text.WriteString("Columns of export --to parquet and csv, one row per value of every sample.\n\n")
	for _, c := range report.Columns() {
		fmt.Fprintf(&text, "  %-16s %s\n", c.Name, c.Doc)
	}
	return &cobra.Command{Use: "columns", Short: "Columns of exported rows", Long: text.String()}
}
