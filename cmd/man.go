package cmd

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ecsbench/ecsbench/internal/measure"
)

func newManCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "Write manual pages, one for each verb",
		Long: `Write manual pages, one for each verb, to a folder: ecsbench.1, ecsbench-run.1 and
so on. Other files in it stay as they are; it is made if it is not there.`,
		Example: `  ecsbench man ~/.local/share/man/man1    # then: man ecsbench-run
  ecsbench man man && man -l man/ecsbench-ab.1`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			build := measure.ReadBuild()
			date := time.Now()
			if at, err := time.Parse(time.RFC3339, build.CommitTime); err == nil {
				date = at
			}
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return fmt.Errorf("write manual pages: %w", err)
			}
			root := cmd.Root()
			for _, verb := range append([]*cobra.Command{root}, root.Commands()...) {
				if verb != root && (!verb.IsAvailableCommand() || verb.IsAdditionalHelpTopicCommand()) {
					continue
				}
				page := manPage(verb, fmt.Sprintf("%q %q %q", date.Format("Jan 2006"), "ecsbench "+build.Version, "ecsbench"))
				if err := os.WriteFile(filepath.Join(args[0], manName(verb)+".1"), []byte(page), 0o666); err != nil {
					return fmt.Errorf("write manual pages: %w", err)
				}
			}
			return nil
		},
	}
}

// manName is the name of the page of a verb.
func manName(verb *cobra.Command) string { return strings.ReplaceAll(verb.CommandPath(), " ", "-") }

// manPage is the page of a verb in the language of man(7).
func manPage(verb *cobra.Command, footer string) string {
	verb.InitDefaultHelpFlag()
	var b strings.Builder
	section := func(title, text string) {
		if text != "" {
			fmt.Fprintf(&b, ".SH %s\n%s\n", title, text)
		}
	}
	fmt.Fprintf(&b, ".TH %q 1 %s\n", strings.ToUpper(manName(verb)), footer)
	section("NAME", roff(manName(verb)+" - "+verb.Short))
	section("SYNOPSIS", "\\fB"+roff(verb.UseLine())+"\\fP")
	section("DESCRIPTION", strings.ReplaceAll(roff(verb.Long), "\n\n", "\n.PP\n"))
	section("OPTIONS", manFlags(verb.NonInheritedFlags()))
	section("OPTIONS OF ALL VERBS", manFlags(verb.InheritedFlags()))
	if verb.Example != "" {
		section("EXAMPLE", ".nf\n"+roff(verb.Example)+"\n.fi")
	}
	also := []string{}
	if verb.HasParent() {
		also = append(also, "\\fB"+roff(manName(verb.Parent()))+"\\fP(1)")
	}
	for _, sub := range verb.Commands() {
		if sub.IsAvailableCommand() && !sub.IsAdditionalHelpTopicCommand() {
			also = append(also, "\\fB"+roff(manName(sub))+"\\fP(1)")
		}
	}
	section("SEE ALSO", strings.Join(also, ", "))
	return b.String()
}

func manFlags(flags *pflag.FlagSet) string {
	var b strings.Builder
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		value, usage := pflag.UnquoteUsage(f)
		if value != "" {
			name += " " + value
		}
		if f.DefValue != "" && f.DefValue != "[]" && f.DefValue != "false" {
			usage += " (default " + f.DefValue + ")"
		}
		fmt.Fprintf(&b, ".TP\n\\fB%s\\fP\n%s\n", roff(name), roff(usage))
	})
	return strings.TrimSuffix(b.String(), "\n")
}

// roff escapes a text.
func roff(text string) string {
	text = strings.NewReplacer("\\", "\\e", "-", "\\-").Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = "\\&" + line
		}
	}
	return strings.Join(lines, "\n")
}
