package cmd

import (
	"path/filepath"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

// reads fails wherever foreign code runs first, if it sees a secret.
const reads = `package m

import (
	"fmt"
	"os"
	"testing"
)

func init() {
	for _, name := range []string{"GITHUB_TOKEN", "ACTIONS_RUNTIME_TOKEN", "GITHUB_ENV", "AWS_SECRET_ACCESS_KEY", "SSH_AUTH_SOCK", "DEPLOY_KEY", "DATABASE"} {
		if value, set := os.LookupEnv(name); set {
			fmt.Fprintln(os.Stderr, "panic: sees", name, value)
			os.Exit(1)
		}
	}
	if os.Getenv("ORDINARY") != "value" {
		panic("sees nothing")
	}
}

func BenchmarkSum(b *testing.B) {
	s := 0
	for i := range b.N {
		s += i
	}
	_ = s
}
`

func TestForeignCodeSeesNoSecrets(t *testing.T) {
	fixture.CI(t)
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, "go.mod", "module example.com/m\n\ngo 1.24\n")
	write(t, dir, "m.go", "package m\n\nfunc F() int { return 1 }\n")
	write(t, dir, "m_test.go", reads)
	commitAll(t, dir)
	env := []string{"GITHUB_TOKEN=t", "ACTIONS_RUNTIME_TOKEN=t", "GITHUB_ENV=/tmp/env", "AWS_SECRET_ACCESS_KEY=k", "SSH_AUTH_SOCK=/s", "DEPLOY_KEY=k",
		"DATABASE=postgres://user:password@host/db", "ORDINARY=value", "TMPDIR=" + t.TempDir()}
	out := filepath.Join(t.TempDir(), "bench.txt")
	bench := []string{"bench", ".", "--rounds", "6", "--quiet", "--force", "-o", out}
	expectWith(t, dir, env, ExitOK, nil, bench...)
	expectWith(t, dir, env, ExitOK, nil, "profile", "--bench", "Sum", "--cpu", "--mem", "--duration", "50ms", "--quiet")
	expectWith(t, dir, env, ExitCaseFailed, []string{"sees DEPLOY_KEY k"}, append(bench, "--env", "DEPLOY_KEY")...)
	expectWith(t, dir, env, ExitUsage, []string{`"--env"`, `the variable "ABSENT" is not set`}, append(bench, "--env", "ABSENT")...)
}
