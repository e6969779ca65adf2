package cmd

import (
	"bytes"
	"errors"
	"strings"

	"github.com/spf13/cobra"
)

// wordsOfLine replaces a function of the bash-completion package if that is not installed: it
// returns the words up to the cursor, not split at colons and equals signs.
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

// stripEach removes the part before the last colon or equals sign in every completion. Cobra's
// script handles only one kind per word, so bash would write "dispatch=" twice.
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

// forAnyBash patches cobra's script. It also removes the backslashes that printf %q puts before
// commas of lists, which prevent completion after a comma.
var forAnyBash = strings.NewReplacer(
	bashAsks, wordsOfLine+bashAsks,
	stripEach, stripLast,
	`COMPREPLY[0]=$(printf "%q" "${COMPREPLY[0]%%$tab*}")`, `COMPREPLY[0]=$(printf "%q" "${COMPREPLY[0]%%$tab*}"); COMPREPLY[0]="${COMPREPLY[0]//\\,/,}"`,
	`|| comp=$(printf "%q" "${compline%%$tab*}")`, `|| comp=$(printf "%q" "${compline%%$tab*}"); comp="${comp//\\,/,}"`,
)

// completeInAnyBash makes "completion bash" print a script that needs only bash.
func completeInAnyBash(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	bash, _, err := root.Find([]string{"completion", "bash"})
	if err != nil || bash.Name() != "bash" {
		panic("cobra has no completion for bash") // tests detect a changed cobra
	}
	bash.RunE = func(cmd *cobra.Command, _ []string) error {
		var script bytes.Buffer
		bare, err := cmd.Flags().GetBool("no-descriptions")
		if err == nil {
			err = root.GenBashCompletionV2(&script, !bare)
		}
		for _, of := range []string{bashAsks, stripEach} {
			if err == nil && !strings.Contains(script.String(), of) {
				err = errors.New("completion bash: unsupported version of cobra")
			}
		}
		if err != nil {
			return err
		}
		_, err = forAnyBash.WriteString(cmd.OutOrStdout(), script.String())
		return err
	}
}
