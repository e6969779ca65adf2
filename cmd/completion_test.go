package cmd

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// offered returns the completions of a command line.
func offered(t *testing.T, dir string, args ...string) []string {
	t.Helper()
	var names []string
	for line := range strings.Lines(expect(t, dir, ExitOK, nil, append([]string{"__complete"}, args...)...).stdout) {
		name, _, _ := strings.Cut(strings.TrimSpace(line), "\t")
		names = append(names, name)
	}
	return names
}

func TestCompletionOffersWhatIsHere(t *testing.T) {
	t.Parallel()
	dir := abRepository(t).dir
	for _, args := range [][]string{{"branch", "topic"}, {"tag", "v1.0.0"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	write(t, dir, "mine.txt", string(textOf(fewCases())))
	write(t, dir, "notes.txt", "hello\n")
	for _, file := range []string{"experiment/plan.json", "search/bisect.json", "folder/notes.txt"} {
		if err := os.Mkdir(filepath.Join(dir, filepath.Dir(file)), 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, dir, file, "{}")
	}
	for _, test := range []struct {
		want, not string
		args      []string
	}{
		{". HEAD topic v1.0.0", "", []string{"ab", ""}},
		{". HEAD topic v1.0.0", "", []string{"ab", "topic", ""}},
		{"./...", "topic", []string{"ab", "topic", ".", ""}},
		{". Changed Unchanged", "", []string{"ab", "HEAD", ".", "--bench", ""}},
		{"mine.txt", "notes.txt", []string{"run", "--resume", ""}},
		{"experiment", "folder", []string{"ab", "--resume", ""}},
		{"search", "experiment", []string{"bisect", "--resume", ""}},
		{".name .fullname /impl /n profile goos", "", []string{"compare", "mine.txt", "--col", ""}},
		{"/impl,.name", "", []string{"compare", "mine.txt", "--row", "/impl,"}},
		{"run gate", "worker", []string{"help", ""}},
	} {
		got := " " + strings.Join(offered(t, dir, test.args...), " ") + " "
		for want := range strings.FieldsSeq(test.want) {
			if !strings.Contains(got, " "+want+" ") {
				t.Errorf("%q offers%s, want %s", test.args, got, want)
			}
		}
		if test.not != "" && strings.Contains(got, " "+test.not+" ") {
			t.Errorf("%q offers%s, among them %s", test.args, got, test.not)
		}
	}
}

// Bash completion works without the bash-completion package.
func TestCompletionInABareBash(t *testing.T) {
	t.Parallel()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "experiment"), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "experiment/plan.json", "{}")
	// Bash replaces the text after the last colon or equals sign.
	wants := map[string]string{
		"ecsbench ga":                                 "gate",
		"ecsbench run --impl dense:dispatch=sh":       "shared",
		"ecsbench run --impl soa,dense:dispatch=sh":   "shared",
		"ecsbench run --impl soa,den":                 "soa,dense",
		"ecsbench run --impl dense:dispatch=shared:i": "ids=constant",
		"ecsbench ab --resume ex":                     "experiment",
		"ecsbench run --profile AA":                   "AAA",
		"ecsbench help doc":                           "doctor",
		"ecsbench compare --format markd":             "markdown",
		"ecsbench profile --scenario create-re":       "create-remove",
		"ecsbench run --scenario iterate:mode=ch":     "chunk",
		"ecsbench gate --inconclusive wa":             "warn",
		"ecsbench run --impl ecs --scenario it":       "iterate",
	}
	script := `ecsbench() { "$PROGRAM" "$@"; }
source <(ecsbench completion bash) || exit 1
for line; do (
	COMP_LINE=$line COMP_POINT=${#line} COMP_TYPE=9
	__start_ecsbench 2>/dev/null
	printf "$line\t%s\n" "${COMPREPLY[@]}"
) done
`
	cmd := exec.Command(bash, append([]string{"--norc", "--noprofile", "-c", script, "bash"}, slices.Sorted(maps.Keys(wants))...)...)
	cmd.Env = append(cmd.Environ(), "PROGRAM="+program)
	cmd.Dir = dir
	found := make(map[string][]string)
	for answer := range strings.Lines(finish(t, cmd).stdout) {
		line, offer, _ := strings.Cut(answer, "\t")
		found[line] = append(found[line], strings.Fields(offer + " -")[0])
	}
	for line, want := range wants {
		if !slices.Contains(found[line], want) {
			t.Errorf("%s<Tab>: %q, want %q", line, found[line], want)
		}
	}
}
