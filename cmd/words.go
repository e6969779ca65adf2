package cmd

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/internal/summary"
)

// newWordsTopic explains the words of tables and pages: ecsbench help words.
// It has nothing to run, which makes it a topic of help and not a verb.
func newWordsTopic() *cobra.Command {
	var text strings.Builder
	text.WriteString("The words of tables, sentences and pictures, as the page of a report has them too.\n")
	for _, term := range summary.Glossary() {
		text.WriteString("\n" + term.Word + "\n    " + term.Means + "\n")
	}
	return &cobra.Command{Use: "words", Short: "What the words of tables and pages mean", Long: text.String()}
}
