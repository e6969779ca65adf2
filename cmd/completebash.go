package cmd

import (
	"bytes"
	"errors"
	"strings"

	"github.com/spf13/cobra"
)

// wordsOfLine is what cobra's script for bash asks of the bash-completion
// package, where that is not installed: the words up to the cursor, in which
// colons and equals signs separate nothing.
const wordsOfLine = `    if ! declare -F _get_comp_words_by_ref >/dev/null 2>&1; then
        local line="${COMP_LINE:0:COMP_POINT}"
        read -ra words <<<"$line"
        if [[ $line == *[[:space:]] ]]; then
            words+=("")
        fi
        cword=$((${#words[@]} - 1))
        cur="${words[cword]}"
        prev="${words[cword - 1]}"
        return
    fi
`

const bashAsks = `    _get_comp_words_by_ref "$@" cur prev words cword
`

// stripEach is how cobra's script leaves to bash only what is behind the last
// character that separates words for it: with colons and equals signs in one word
// the second line finds nothing any more, and bash would write "dispatch=" twice.
const stripEach = `    __ecsbench_handle_special_char "$cur" :
    __ecsbench_handle_special_char "$cur" =
`

const stripLast = `    local breaks=""
    [[ $COMP_WORDBREAKS == *:* ]] && breaks+=":"
    [[ $COMP_WORDBREAKS == *=* ]] && breaks+="="
    if [[ -n $breaks && $cur == *["$breaks"]* ]]; then
        local before="${cur%"${cur##*["$breaks"]}"}" i
        for i in "${!COMPREPLY[@]}"; do
            COMPREPLY[i]="${COMPREPLY[i]#"$before"}"
        done
    fi
`

// forAnyBash changes cobra's script. It also takes back what printf %q does to
// the commas of lists, which are typed without a backslash: else nothing behind
// a comma would be completed.
var forAnyBash = strings.NewReplacer(
	bashAsks, wordsOfLine+bashAsks,
	stripEach, stripLast,
	`COMPREPLY[0]=$(printf "%q" "${COMPREPLY[0]%%$tab*}")`, `COMPREPLY[0]=$(printf "%q" "${COMPREPLY[0]%%$tab*}"); COMPREPLY[0]="${COMPREPLY[0]//\\,/,}"`,
	`|| comp=$(printf "%q" "${compline%%$tab*}")`, `|| comp=$(printf "%q" "${compline%%$tab*}"); comp="${comp//\\,/,}"`,
)

// completeInAnyBash has "completion bash" print a script that needs nothing but
// bash.
func completeInAnyBash(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	bash, _, err := root.Find([]string{"completion", "bash"})
	if err != nil || bash.Name() != "bash" {
		panic("cobra has no completion for bash") // a change of cobra's that the tests notice
	}
	bash.RunE = func(cmd *cobra.Command, _ []string) error {
		var script bytes.Buffer
		bare, err := cmd.Flags().GetBool("no-descriptions")
		if err == nil {
			err = root.GenBashCompletionV2(&script, !bare)
		}
		for _, of := range []string{bashAsks, stripEach} {
			if err == nil && !strings.Contains(script.String(), of) {
				err = errors.New("completion bash: the script of this version of cobra is another one than is known here")
			}
		}
		if err != nil {
			return err
		}
		_, err = forAnyBash.WriteString(cmd.OutOrStdout(), script.String())
		return err
	}
}
