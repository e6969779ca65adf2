package child

import (
	"slices"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

func TestSecretsAreRecognised(t *testing.T) {
	for _, secret := range strings.Fields(`GITHUB_TOKEN GITHUB_ENV GITHUB_OUTPUT GITHUB_STEP_SUMMARY GH_TOKEN ACTIONS_RUNTIME_TOKEN
		ACTIONS_ID_TOKEN_REQUEST_URL RUNNER_TEMP CI_JOB_TOKEN CI_REGISTRY_PASSWORD SYSTEM_ACCESSTOKEN NPM_TOKEN
		npm_config__authToken AWS_ACCESS_KEY_ID AWS_PROFILE AZURE_CLIENT_ID ARM_CLIENT_ID GOOGLE_APPLICATION_CREDENTIALS
		SSH_AUTH_SOCK SSH_AGENT_PID GPG_AGENT_INFO DBUS_SESSION_BUS_ADDRESS KUBECONFIG DOCKER_AUTH_CONFIG CLIENT_SECRET_FILE
		SECRETS MY_SECRET DEPLOY_KEY KEY SIGNING_KEYS APP_KEY_ID PGPASSWORD MYSQL_PASS DB_PASSWD SENTRY_DSN SLACK_WEBHOOK
		OPENAI_APIKEY MYSQL_PWD MY_CREDS GITEA_ACTOR KRB5CCNAME API_BEARER VAULT_ADDR X_PAT COSIGN_PRIVATE_KEY Github_Token
		TS_AUTHKEY SSHKEY AUTHORIZATION ANDROID_KEYSTORE_BASE64 TF_VAR_x CLOUDFLARE_ACCOUNT WOODPECKER_WORKSPACE`) {
		if !isSecret(secret, "x") {
			t.Errorf("%s is passed", secret)
		}
	}
	for _, value := range []string{"postgres://u:p@host/db", "http://:p@proxy:80", "https://user:token@example.com/x.git", "-----BEGIN OPENSSH PRIVATE KEY-----\nx",
		"postgres://host/db?user=u&password=p", "ghp_0123456789abcdef", "Bearer github_pat_0123456789ab", "glpat-0123456789ab", "AKIA0123456789ABCDEF", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.x"} {
		if !isSecret("ADDRESS", value) {
			t.Errorf("%q is passed", value)
		}
	}
	for variable, value := range map[string]string{
		"PATH": "/bin", "HOME": "/root", "TMPDIR": "/tmp", "GOFLAGS": "-mod=mod", "GOCACHE": "/c", "GODEBUG": "x=1", "GOMAXPROCS": "2", "CI": "true",
		"LANG": "C", "KEYBOARD": "us", "HTTP_PROXY": "http://proxy:8080", "GOPROXY": "https://proxy.example,direct", "SystemRoot": `C:\Windows`,
		"SSL_CERT_FILE": "/etc/ssl/cert.pem", "PWD": "/src/@v1:2", "OLDPWD": "/", "XAUTHORITY": "/x", "COMPASS": "n", "MONKEY": "1", "VALGRIND_OPTS": "--LL=1,2,3",
	} {
		if isSecret(variable, value) {
			t.Errorf("%s=%s is not passed", variable, value)
		}
	}
}

func TestNamedSecretIsPassed(t *testing.T) {
	t.Setenv("GITHUB_TOKEN", "a")
	t.Setenv("DEPLOY_KEY", "b")
	defer func() { Foreign = nil }()
	fixture.Check(t, Foreign.Set("DEPLOY_KEY"))
	got := Environment()
	if slices.Contains(got, "GITHUB_TOKEN=a") || !slices.Contains(got, "DEPLOY_KEY=b") {
		t.Errorf("%q", got)
	}
	if err := Foreign.Set("NOT_SET_ANYWHERE"); err != nil || Foreign.Check([]string{"NOT_SET_ANYWHERE=1"}) != nil {
		t.Error("a variable of a side is not accepted")
	}
	if err := Foreign.Check([]string{"NOT_SET=1"}); err == nil || !strings.Contains(err.Error(), "not set") {
		t.Errorf("%v", err)
	}
}
