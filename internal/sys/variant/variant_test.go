package variant_test

import (
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/sys/variant"
)

func TestWhatGoCannotUseIsRejected(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		v    variant.Variant
		want string // "" for a good variant
	}{
		{variant.Variant{}, ""},
		{variant.Variant{Go: "1.27.0", Env: []string{"GOGC=200", "GODEBUG=a=1,b=2"}, Flags: "-gcflags=-l -tags a"}, ""},
		{variant.Variant{Go: "go1.27rc1", Env: []string{"GOMEMLIMIT="}}, ""},
		{variant.Variant{Flags: `'-gcflags=-l -m' "-ldflags=-X 'main.v=1'" --race`}, ""},
		{variant.Variant{Env: []string{"GOGC=1", "GOGC=1"}}, ""},
		{variant.Variant{Env: []string{"MINE=1"}}, ""}, // named
		{variant.Variant{Go: "latest"}, "give a release in full"},
		{variant.Variant{Go: "2"}, "give a release in full"},
		{variant.Variant{Go: "1.27.0\n"}, "give a release in full"},
		{variant.Variant{Env: []string{"GOGC"}}, "write NAME=VALUE"},
		{variant.Variant{Env: []string{"=1"}}, "write NAME=VALUE"},
		{variant.Variant{Env: []string{""}}, "write NAME=VALUE"},
		{variant.Variant{Env: []string{"GO GC=1"}}, "write NAME=VALUE"},
		{variant.Variant{Env: []string{"GOGC=1\nGODEBUG=2"}}, "one line"},
		{variant.Variant{Env: []string{"GOGC\n=1"}}, "write NAME=VALUE"},
		{variant.Variant{Env: []string{"GOGC=1\x00"}}, "one line"},
		{variant.Variant{Env: []string{"GOGC=1", "GOGC=2"}}, `GOGC is "1" already`},
		{variant.Variant{Env: []string{"GOCG=1"}}, "Go does not read GOCG"},
		{variant.Variant{Env: []string{"GOTOOLCHAIN=go1.25.0"}}, "with --head-go"},
		{variant.Variant{Env: []string{"GOROOT=/go"}}, "with --head-go"},
		{variant.Variant{Env: []string{"GOOS=plan9"}}, "do not run here"},
		{variant.Variant{Env: []string{"GOARCH=arm"}}, "do not run here"},
		{variant.Variant{Env: []string{"TMPDIR=/x"}}, "cannot be set"},
		{variant.Variant{Env: []string{"ECSBENCH_SLOWDOWN=1"}}, "cannot be set"},
		{variant.Variant{Env: []string{"GOFLAGS=-race"}, Flags: "-race"}, "contradict"},
		{variant.Variant{PGO: "a", Flags: "-pgo=b"}, "contradict"},
		{variant.Variant{Flags: "-o x"}, "-o does not change"},
		{variant.Variant{Flags: "-bench=."}, "-bench does not change"},
		{variant.Variant{Flags: "race"}, "is no flag"},
		{variant.Variant{Flags: "-tags"}, "needs a value"},
		{variant.Variant{Flags: "'-tags=a"}, "not closed"},
		{variant.Variant{Flags: "-tags=a\nb"}, "one line"},
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
	gogc := func(value string) variant.Variant { return variant.Variant{Env: []string{"GOGC=" + value}} }
	for _, test := range []struct {
		base, head variant.Variant
		want       string
	}{
		{variant.Variant{}, variant.Variant{}, ""},
		{gogc("50"), gogc("50"), ""},
		{variant.Variant{Env: []string{"GOGC=1", "GOAMD64=v3"}}, variant.Variant{Env: []string{"GOAMD64=v3", "GOGC=1"}}, ""},
		{variant.Variant{}, gogc("400"), "GOGC=400"},
		{gogc("50"), variant.Variant{}, "no GOGC=50"},
		{gogc("50"), gogc("400"), "GOGC=400 instead of GOGC=50"},
		{variant.Variant{Go: "1.26.0", Env: []string{"GOGC=1"}}, variant.Variant{Go: "go1.27.0", Env: []string{"GOGC=1"}}, "go1.27.0 instead of go1.26.0"},
		{variant.Variant{}, variant.Variant{PGO: "/a b/cpu.pprof", Flags: "-gcflags -l"}, "'-pgo=/a b/cpu.pprof' -gcflags=-l"},
	} {
		if got := variant.Difference(test.base, test.head); got != test.want {
			t.Errorf("%v and %v: %q, want %q", test.base, test.head, got, test.want)
		}
		if variant.Differ(test.base, test.head) != (test.want != "") {
			t.Errorf("%v and %v: they differ: %v", test.base, test.head, test.want == "")
		}
	}
}

// Variables reach the go command or the programs, as Go reads them. Unknown ones reach both.
func TestVariablesGoWhereGoReadsThem(t *testing.T) {
	t.Parallel()
	v := variant.Variant{Env: []string{"GOGC=7", "GOAMD64=v3", "MINE=1"}}
	s, err := v.Prepare(t.Context(), "--head-", "head", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
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
	base := variant.Setup{Variant: variant.Variant{Env: []string{"GOGC=100"}}}
	head := variant.Setup{Variant: variant.Variant{Env: []string{"GOGC=100", "GODEBUG=asyncpreemptoff=1", "GOMEMLIMIT=1GiB"}}}
	both := variant.Environments(base, head)
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
		s, err := variant.Variant{Flags: flags}.Prepare(t.Context(), "--head-", "head", t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		if got := s.LinkerFlag("-a", "-b"); got != want {
			t.Errorf("%q: %q, want %q", flags, got, want)
		}
	}
}
