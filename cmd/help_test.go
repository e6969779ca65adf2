package cmd

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// helpOf returns what --help prints.
func helpOf(t *testing.T, verb *cobra.Command) string {
	t.Helper()
	var b strings.Builder
	verb.SetOut(&b)
	fixture.Check(t, verb.Help())
	return b.String()
}

// The help of each command describes or lists each flag.
func TestHelpHasAllFlags(t *testing.T) {
	t.Parallel()
	root := newRootCommand()
	advanced := ""
	for _, verb := range root.Commands() {
		if verb.Name() == "advanced" {
			advanced = verb.Long
		}
	}
	check := func(verb *cobra.Command) {
		help := helpOf(t, verb)
		for line := range strings.Lines(help) {
			if columns := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); columns > helpColumns {
				t.Errorf("%s --help: %d columns in %q", verb.CommandPath(), columns, line)
			}
		}
		_, own, _ := strings.Cut(advanced, "\n"+verb.CommandPath()+"\n")
		own, _, _ = strings.Cut(own, "\n\n")
		verb.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Name == "help" || f.Hidden {
				return
			}
			if !strings.Contains(help, "--"+f.Name) {
				t.Errorf("%s --help lacks --%s", verb.CommandPath(), f.Name)
			}
			if isAdvanced(verb, f) != strings.Contains(own, "--"+f.Name+" ") {
				t.Errorf("help advanced: --%s of %s: advanced %v, in\n%s", f.Name, verb.CommandPath(), isAdvanced(verb, f), own)
			}
		})
	}
	check(root)
	for _, verb := range root.Commands() {
		if verb.Name() == "completion" || !verb.IsAvailableCommand() { // its commands are those of cobra
			continue
		}
		check(verb)
		for _, sub := range verb.Commands() {
			check(sub)
		}
	}
}

// Names of advanced flags are those of flags.
func TestAdvancedFlagsExist(t *testing.T) {
	t.Parallel()
	exist := make(map[string]bool)
	for _, verb := range append(commands(), newRootCommand()) {
		verb.Flags().VisitAll(func(f *pflag.Flag) { exist[f.Name], exist[verb.Name()+" "+f.Name] = true, true })
	}
	for _, name := range advancedFlags {
		if !exist[name] {
			t.Errorf("no command has --%s", name)
		}
	}
	for verb, names := range advancedIn {
		for _, name := range names {
			if !exist[verb+" "+name] {
				t.Errorf("%s has no --%s", verb, name)
			}
		}
	}
}

// Lists fit into the usual terminal, and wrapping changes no word.
func TestListsFit(t *testing.T) {
	for _, of := range [][]string{{"impls"}, {"impls", "soa"}, {"scenarios"}, {"profiles"}} {
		fill := func(w io.Writer) error { return list(w, of) }
		var whole, folded strings.Builder
		fixture.Check(t, errors.Join(writeFolded(&whole, 0, fill), writeFolded(&folded, helpColumns, fill)))
		for line := range strings.Lines(folded.String()) {
			columns := utf8.RuneCountInString(strings.TrimSuffix(line, "\n"))
			if words := strings.Fields(line); columns > helpColumns && len(words) > 1 {
				t.Errorf("list %s: %d columns in %q", of, columns, line)
			}
		}
		if got, want := strings.Fields(folded.String()), strings.Fields(whole.String()); !slices.Equal(got, want) {
			t.Errorf("list %s: %q, want %q", of, got, want)
		}
	}
}
