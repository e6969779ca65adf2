package child

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
)

// secretNames match variables, in capital letters, that give access to something: tokens, keys,
// passwords, agents, and files with which a step of a CI job controls later steps.
var secretNames = regexp.MustCompile(
	// Services of CI, cloud providers and agents, all of whose variables are theirs alone.
	`^(GITHUB|GH|ACTIONS|RUNNER|GITEA|FORGEJO|TRAVIS|APPVEYOR|CODEBUILD|GITLAB|CI_JOB|CI_REGISTRY|CI_DEPLOY|BUILDKITE|CIRCLE|JENKINS|BITBUCKET|DRONE|WOODPECKER|SEMAPHORE|TEAMCITY|BITRISE|CIRRUS` +
		`|AWS|AZURE|ARM|GOOGLE|GCP|GCLOUD|CLOUDSDK|ALIBABA|ALICLOUD|OCI|DIGITALOCEAN|HEROKU|CLOUDFLARE|HCLOUD|FLY|PULUMI|TF_VAR|VAULT|CONSUL|NOMAD|DOCKER` +
		`|SSH|GPG|GNUPG|DBUS)_|^(KUBECONFIG|NETRC|PGPASSFILE|GNUPGHOME|KRB5CCNAME)$` +
		// Words that name a secret in any variable: npm_config__authToken, DBPASSWORD.
		`|TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|(API|AUTH|ACCESS|PRIV|PRIVATE|SIGNING|SSH|MASTER|ENCRYPTION)KEY|KEYSTORE|WEBHOOK|AUTHORIZATION` +
		// Short words, if they stand alone: DEPLOY_KEY, but not KEYBOARD or PATH.
		`|(^|_)(KEYS?|PASS|PAT|AUTH|COOKIE|CREDS?|BEARER|DSN|JWT|OAUTH2?|PRIVATE)(_|$)|_PWD$`)

// secretValues match addresses with a password, private keys, and tokens that have a form of their own.
var secretValues = regexp.MustCompile(`://[^/@\s]*:[^/@\s]+@|-----BEGIN [A-Z ]*PRIVATE KEY|[?&](password|token)=` +
	`|\b(gh[a-z]_|github_pat_|glpat-|xox[a-z]-)\w{10}|\bAKIA[0-9A-Z]{16}\b|\beyJ[\w-]{10,}\.eyJ`)

// A Passed lists variables that foreign programs get although they look like secrets. It is the
// value of a flag.
type Passed []string

// Foreign is what [Environment] passes.
var Foreign Passed

// Set adds a name.
func (p *Passed) Set(name string) error {
	*p = append(*p, name)
	return nil
}

// Check returns an error if a variable is neither set nor one of these, NAME=VALUE.
func (p *Passed) Check(others []string) error {
	for _, name := range *p {
		_, set := os.LookupEnv(name)
		if !set && !slices.ContainsFunc(others, func(v string) bool { return strings.HasPrefix(v, name+"=") }) {
			return fmt.Errorf("\"--env\": the variable %q is not set: export it, or leave the flag out", name)
		}
	}
	return nil
}

func (p *Passed) String() string { return strings.Join(*p, ",") }

// Type is the kind of value in a usage text.
func (*Passed) Type() string { return "string" }

// Environment is the environment of programs whose code others wrote, such as benchmarks of a
// pull request: that of this process without secrets, but with those of [Foreign]. The go command
// and Git have the whole environment, because they need it to download private modules.
//
// This is no sandbox. A program can read files, and the memory of other processes of the user.
func Environment() []string {
	return slices.DeleteFunc(os.Environ(), func(variable string) bool {
		name, value, _ := strings.Cut(variable, "=")
		return isSecret(name, value) && !slices.Contains(Foreign, name)
	})
}

func isSecret(name, value string) bool {
	return secretNames.MatchString(strings.ToUpper(name)) || secretValues.MatchString(value)
}
