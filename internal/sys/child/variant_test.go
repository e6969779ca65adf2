package child_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/sys/child"
)

func TestWhatGoCannotUseIsRejected(t *testing.T) {
	t.Parallel()
	other := "GOARM" // the variable of another processor
	if runtime.GOARCH == "arm" {
		other = "GOAMD64"
	}
	for _, test := range []struct {
		v    child.Variant
		want string // "" for a good variant
	}{
		{child.Variant{}, ""},
		{child.Variant{Go: "1.27.0", Env: []string{"GOGC=200", "GODEBUG=a=1,b=2"}, Flags: "-gcflags=-l -tags a"}, ""},
		{child.Variant{Go: "go1.27rc1", Env: []string{"GOMEMLIMIT="}}, ""},
		{child.Variant{Flags: `'-gcflags=-l -m' "-ldflags=-X 'main.v=1'" --race`}, ""},
		{child.Variant{Env: []string{"GOGC=1", "GOGC=1"}}, ""},
		{child.Variant{Env: []string{"MINE=1"}}, ""}, // named
		{child.Variant{Go: "latest"}, "give a release in full"},
		{child.Variant{Go: "2"}, "give a release in full"},
		{child.Variant{Go: "1.27.0\n"}, "give a release in full"},
		{child.Variant{Env: []string{"GOGC"}}, "write NAME=VALUE"},
		{child.Variant{Env: []string{"=1"}}, "write NAME=VALUE"},
		{child.Variant{Env: []string{""}}, "write NAME=VALUE"},
		{child.Variant{Env: []string{"GO GC=1"}}, "write NAME=VALUE"},
		{child.Variant{Env: []string{"GOGC=1\nGODEBUG=2"}}, "one line"},
		{child.Variant{Env: []string{"GOGC\n=1"}}, "write NAME=VALUE"},
		{child.Variant{Env: []string{"GOGC=1\x00"}}, "one line"},
		{child.Variant{Env: []string{"GOGC=1", "GOGC=2"}}, `GOGC is "1" already`},
		{child.Variant{Env: []string{"GOGC=off", "GOMEMLIMIT=1GiB", "GODEBUG=http2server=0#1", "GOMAXPROCS=2"}}, ""},
		{child.Variant{Env: []string{"GOGC=abc"}}, "want a percentage"},
		{child.Variant{Env: []string{"GOGC=-5"}}, "want a percentage"},
		{child.Variant{Env: []string{"GOMEMLIMIT=lots"}}, "want an amount"},
		{child.Variant{Env: []string{"GOMEMLIMIT=1GB"}}, "want an amount"},
		{child.Variant{Env: []string{"GOMAXPROCS=0"}}, "want a number of processors"},
		{child.Variant{Env: []string{"GODEBUG=gctrace"}}, "want a list"},
		{child.Variant{Env: []string{"CGO_ENABLED=no"}}, "want 0 or 1"},
		{child.Variant{Env: []string{"GOAMD64=v9"}}, `--head-env "GOAMD64=v9": `},
		{child.Variant{Env: []string{other + "=7"}}, "this one is of kind " + runtime.GOARCH},
		{child.Variant{Env: []string{"GOCG=1"}}, "Go does not read GOCG"},
		{child.Variant{Env: []string{"GOTOOLCHAIN=go1.25.0"}}, "with --head-go"},
		{child.Variant{Env: []string{"GOROOT=/go"}}, "with --head-go"},
		{child.Variant{Env: []string{"GOOS=plan9"}}, "do not run here"},
		{child.Variant{Env: []string{"GOARCH=arm"}}, "do not run here"},
		{child.Variant{Env: []string{"TMPDIR=/x"}}, "cannot be set"},
		{child.Variant{Env: []string{"ECSBENCH_SLOWDOWN=1"}}, "cannot be set"},
		{child.Variant{Env: []string{"GOFLAGS=-race"}, Flags: "-race"}, "contradict"},
		{child.Variant{PGO: "a", Flags: "-pgo=b"}, "contradict"},
		{child.Variant{Flags: "-o x"}, "-o does not change"},
		{child.Variant{Flags: "-bench=."}, "-bench does not change"},
		{child.Variant{Flags: "race"}, "is no flag"},
		{child.Variant{Flags: "-tags"}, "needs a value"},
		{child.Variant{Flags: "'-tags=a"}, "not closed"},
		{child.Variant{Flags: "-tags=a\nb"}, "one line"},
	} {
		err := test.v.Check("--head-", []string{"MINE"})
		switch {
		case test.want == "" && err != nil:
			t.Errorf("%+v: %v", test.v, err)
		case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "--head-")):
			t.Errorf("%+v: %v, want one line with %q", test.v, err, test.want)
		}
	}
}

func TestDifference(t *testing.T) {
	t.Parallel()
	gogc := func(value string) child.Variant { return child.Variant{Env: []string{"GOGC=" + value}} }
	for _, test := range []struct {
		base, head child.Variant
		want       string
	}{
		{child.Variant{}, child.Variant{}, ""},
		{gogc("50"), gogc("50"), ""},
		{child.Variant{Env: []string{"GOGC=1", "GOAMD64=v3"}}, child.Variant{Env: []string{"GOAMD64=v3", "GOGC=1"}}, ""},
		{child.Variant{}, gogc("400"), "GOGC=400"},
		{gogc("50"), child.Variant{}, "no GOGC=50"},
		{gogc("50"), gogc("400"), "GOGC=400 instead of GOGC=50"},
		{child.Variant{Go: "1.26.0", Env: []string{"GOGC=1"}}, child.Variant{Go: "go1.27.0", Env: []string{"GOGC=1"}}, "go1.27.0 instead of go1.26.0"},
		{child.Variant{}, child.Variant{PGO: "/a b/cpu.pprof", Flags: "-gcflags -l"}, "'-pgo=/a b/cpu.pprof' -gcflags=-l"},
	} {
		if got := child.Difference(test.base, test.head); got != test.want {
			t.Errorf("%v and %v: %q, want %q", test.base, test.head, got, test.want)
		}
		if child.Differ(test.base, test.head) != (test.want != "") {
			t.Errorf("%v and %v: they differ: %v", test.base, test.head, test.want == "")
		}
	}
}

// Variables reach the go command or the programs, as Go reads them. Unknown ones reach both.
func TestVariablesGoWhereGoReadsThem(t *testing.T) {
	t.Parallel()
	v := child.Variant{Env: []string{"GOGC=7", "GOAMD64=v3", "MINE=1"}}
	s, err := v.Prepare(t.Context(), "--head-", "head", t.TempDir())
	fixture.Check(t, err)
	if got := strings.Join(s.Command("", "").Env, " "); got != "GOAMD64=v3 MINE=1" {
		t.Errorf("the go command has %q", got)
	}
	if got := strings.Join(s.Running(), " "); got != "GOGC=7 MINE=1" {
		t.Errorf("programs have %q", got)
	}
}

// The environments of both sides have the same length, which moves the stack.
func TestEnvironmentsHaveTheSameLength(t *testing.T) {
	t.Parallel()
	base := child.Setup{Variant: child.Variant{Env: []string{"GOGC=100"}}}
	head := child.Setup{Variant: child.Variant{Env: []string{"GOGC=100", "GODEBUG=asyncpreemptoff=1", "GOMEMLIMIT=1GiB"}}}
	both := child.Environments(base, head)
	if a, b := len(strings.Join(both[0], " ")), len(strings.Join(both[1], " ")); a != b || len(both[0]) != len(both[1]) {
		t.Errorf("%d and %d bytes in %d and %d variables", a, b, len(both[0]), len(both[1]))
	}
}

// Flags of the linker are joined with those of the variant, behind its pattern of packages.
func TestLinkerFlagsAreJoined(t *testing.T) {
	t.Parallel()
	for flags, want := range map[string]string{
		"":                                "-ldflags=-a -b",
		"-gcflags=-l":                     "-ldflags=-a -b",
		"-ldflags=-s":                     "-ldflags=-a -b -s",
		"'-ldflags=-s -X=main.v=1'":       "-ldflags=-a -b -s -X=main.v=1",
		"-ldflags=all=-s":                 "-ldflags=all=-a -b -s",
		"-ldflags=-w -ldflags=example=-s": "-ldflags=example=-a -b -s",
	} {
		s, err := child.Variant{Flags: flags}.Prepare(t.Context(), "--head-", "head", t.TempDir())
		fixture.Check(t, err)
		if got := s.LinkerFlag("-a", "-b"); got != want {
			t.Errorf("%q: %q, want %q", flags, got, want)
		}
	}
}
