package child

import (
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/lists"
)

// A Variant is what a side is built and run with. The zero Variant is what the user's environment
// selects.
//
// Flags and profiles reach the go command as GOFLAGS, so they apply to listing, compiling and
// linking alike. A variable goes to the go command, to the programs, or to both, as Go reads it.
type Variant struct {
	Go    string   `json:"go,omitempty"`    // 1.27.0 or go1.27.0
	Env   []string `json:"env,omitempty"`   // NAME=VALUE
	PGO   string   `json:"pgo,omitempty"`   // path of a CPU profile, or off
	Flags string   `json:"flags,omitempty"` // of the go command, separated by spaces; quotes are allowed as in GOFLAGS
}

// IsZero reports whether nothing is asked for.
func (v Variant) IsZero() bool { return v.Go == "" && len(v.Env) == 0 && v.PGO == "" && v.Flags == "" }

// NoPGO builds without a profile.
const NoPGO = "off"

// A use is the part of the work in which Go reads a variable.
type use uint8

const (
	building use = 1 << iota
	running
)

// uses are the known variables. The go command reads GOGC, GODEBUG and so on as every Go program,
// which changes no built program, so they are for running only.
var uses = func() map[string]use {
	known := map[string]use{}
	for _, name := range strings.Fields(`GO386 GOAMD64 GOARM GOARM64 GOEXPERIMENT GOFIPS140 GOFLAGS GOMIPS GOMIPS64 GOPPC64 GORISCV64 GOWASM GOWORK
		GO_EXTLINK_ENABLED AR CC CXX FC GCCGO PKG_CONFIG CGO_ENABLED CGO_CFLAGS CGO_CPPFLAGS CGO_CXXFLAGS CGO_FFLAGS CGO_LDFLAGS`) {
		known[name] = building
	}
	for _, name := range strings.Fields("GOGC GOMAXPROCS GOMEMLIMIT GODEBUG GOTRACEBACK GORACE") {
		known[name] = running
	}
	return known
}()

// processors are those variables that Go reads for one kind of processor each.
var processors = map[string]string{
	"GO386": "386", "GOAMD64": "amd64", "GOARM": "arm", "GOARM64": "arm64", "GOMIPS": "mips", "GOMIPS64": "mips64", "GOPPC64": "ppc64", "GORISCV64": "riscv64", "GOWASM": "wasm",
}

// forms are those of values that Go would ignore, or a Go program would refuse to start with.
var forms = map[string]struct {
	valid *regexp.Regexp
	want  string
}{
	"GOGC":       {regexp.MustCompile(`^(off|\d{1,9})$`), "a percentage such as 200, or off"},
	"GOMAXPROCS": {regexp.MustCompile(`^[1-9]\d{0,5}$`), "a number of processors such as 2"},
	"GOMEMLIMIT": {regexp.MustCompile(`^(off|\d{1,18}(([KMGT]i)?B)?)$`), "an amount such as 512MiB, or off"},
	"GODEBUG":    {regexp.MustCompile(`^(\w+=[^,=]+(,|$))*$`), "a list such as gctrace=1,madvdontneed=0"},

	"GOAMD64":            {regexp.MustCompile(`^v[1-4]$`), "v1, v2, v3 or v4"},
	"GO386":              {regexp.MustCompile(`^(sse2|softfloat)$`), "sse2 or softfloat"},
	"GOARM":              {regexp.MustCompile(`^[567](,(soft|hard)float)?$`), "5, 6 or 7"},
	"CGO_ENABLED":        {regexp.MustCompile(`^[01]$`), "0 or 1"},
	"GO_EXTLINK_ENABLED": {regexp.MustCompile(`^[01]$`), "0 or 1"},
}

// refused are variables that would break a measurement, with the remedy.
var refused = map[string]string{
	"GOTOOLCHAIN": "select the version of Go with %sgo", "GOROOT": "select the version of Go with %sgo",
	"GOOS": "programs for another system do not run here", "GOARCH": "programs for another processor do not run here",
	"GOTMPDIR": ownFolder, "TMPDIR": ownFolder, "TMP": ownFolder, "TEMP": ownFolder, "ECSBENCH_SLOWDOWN": selfTest, "ECSBENCH_PROCESS": selfTest,
}

const selfTest = "the experiment sets it"

const ownFolder = "temporary files have a folder of their own, whose length is that of the other side"

// programFlags are the flags of the go command that change a program. Those without a value are
// true here.
var programFlags = map[string]bool{
	"asmflags": false, "gcflags": false, "gccgoflags": false, "ldflags": false, "tags": false, "buildmode": false, "compiler": false,
	"covermode": false, "coverpkg": false, "installsuffix": false, "mod": false, "modfile": false, "toolexec": false, "pgo": false,
	"race": true, "msan": true, "asan": true, "cover": true, "linkshared": true,
}

var (
	variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	release      = regexp.MustCompile(`^(?:go)?(1\.\d+(?:\.\d+|(?:rc|beta)\d+)?)$`)
)

// Check rejects a variant that Go cannot use. Prefix begins the names of its flags, such as
// "--head-". Named lists variables that are unknown here and that the user wants nevertheless.
func (v Variant) Check(prefix string, named []string) error {
	if v.Go != "" && !release.MatchString(v.Go) {
		return fmt.Errorf("%sgo %q: give a release in full, such as 1.27.0 or 1.27rc1 (https://go.dev/dl lists them)", prefix, v.Go)
	}
	values := map[string]string{}
	for _, variable := range v.Env {
		name, value, found := strings.Cut(variable, "=")
		flag := fmt.Sprintf("%senv %q", prefix, variable)
		remedy, wrong := refused[name]
		switch before, twice := values[name]; {
		case !found || !variableName.MatchString(name):
			return fmt.Errorf("%s: write NAME=VALUE, such as GOGC=200", flag)
		case strings.ContainsAny(value, "\n\r\x00"):
			return fmt.Errorf("%s: a value has one line: remove the line end", flag)
		case wrong:
			return fmt.Errorf("%s: %s cannot be set: %s", flag, name, strings.Replace(remedy, "%s", prefix, 1))
		case uses[name] == 0 && !slices.Contains(named, name):
			return fmt.Errorf("%s: Go does not read %s: correct the name, or add --env %s if the benchmarks read it", flag, name, name)
		case processors[name] != "" && processors[name] != strings.TrimSuffix(runtime.GOARCH, "le"):
			return fmt.Errorf("%s: Go reads %s for processors of kind %s, and this one is of kind %s: name its variable", flag, name, processors[name], runtime.GOARCH)
		case value != "" && forms[name].valid != nil && !forms[name].valid.MatchString(value):
			return fmt.Errorf("%s: want %s", flag, forms[name].want)
		case twice && before != value:
			return fmt.Errorf("%s: %s is %q already: give one of them", flag, name, before)
		}
		values[name] = value
	}
	flags, err := splitFlags(v.Flags)
	if err != nil {
		return fmt.Errorf("%sflags %q: %w", prefix, v.Flags, err)
	}
	if _, twice := values["GOFLAGS"]; twice && len(flags) > 0 {
		return fmt.Errorf("%sflags and %senv GOFLAGS contradict each other: use %[1]sflags alone", prefix, prefix)
	}
	if v.PGO != "" && slices.ContainsFunc(flags, func(f string) bool { return nameOf(f) == "pgo" }) {
		return fmt.Errorf("%spgo and -pgo in %sflags contradict each other: use %[1]spgo alone", prefix, prefix)
	}
	return nil
}

// splitFlags returns the flags in the form -name or -name=value.
func splitFlags(text string) (flags []string, err error) {
	words, err := split(text)
	for i := 0; i < len(words) && err == nil; i++ {
		word := words[i]
		name := nameOf(word)
		alone, known := programFlags[name]
		switch {
		case !strings.HasPrefix(word, "-"):
			err = fmt.Errorf("%q is no flag: quote values with spaces, such as '-gcflags=-l -m'", word)
		case strings.ContainsAny(word, "\n\r\x00"):
			err = errors.New("flags are on one line: remove the line end")
		case !known:
			err = fmt.Errorf("-%s does not change how a program is built: use flags such as -gcflags, -ldflags or -tags", name)
		case !alone && !strings.Contains(word, "=") && i+1 == len(words):
			err = fmt.Errorf("-%s needs a value: write -%s=VALUE", name, name)
		case !alone && !strings.Contains(word, "="):
			i++
			word += "=" + words[i]
		}
		flags = append(flags, "-"+strings.TrimLeft(word, "-"))
	}
	return flags, err
}

// nameOf is the name of a flag.
func nameOf(flag string) string {
	name, _, _ := strings.Cut(strings.TrimLeft(flag, "-"), "=")
	return name
}

// split splits a text at spaces outside of quotes, which surround whole words, as the go command
// does in GOFLAGS.
func split(text string) (words []string, err error) {
	for text = strings.TrimLeft(text, " \t"); text != ""; text = strings.TrimLeft(text, " \t") {
		if quote := text[:1]; quote == `"` || quote == "'" {
			word, rest, closed := strings.Cut(text[1:], quote)
			if !closed {
				return nil, fmt.Errorf("the quote %s is not closed", quote)
			}
			words, text = append(words, word), rest
			continue
		}
		end := strings.IndexAny(text, " \t")
		if end < 0 {
			end = len(text)
		}
		words, text = append(words, text[:end]), text[end:]
	}
	return words, nil
}

// join is the reverse of split.
func join(words []string) string {
	return strings.Join(lists.Map(words, func(word string) string {
		switch {
		case !strings.ContainsAny(word, " \t'\""):
			return word
		case strings.Contains(word, "'"):
			return `"` + word + `"`
		}
		return "'" + word + "'"
	}), " ")
}

// parts lists what is asked for, one setting each.
func (v Variant) parts() (parts []string) {
	if v.Go != "" {
		parts = append(parts, "go"+strings.TrimPrefix(v.Go, "go"))
	}
	parts = append(parts, v.Env...)
	if v.PGO != "" {
		parts = append(parts, "-pgo="+v.PGO)
	}
	flags, _ := splitFlags(v.Flags)
	return append(parts, flags...)
}

// String lists what is asked for: "go1.27.0 GOGC=200"; "" for the zero Variant.
func (v Variant) String() string { return join(v.parts()) }

// Differ reports whether two sides are built or run with different settings.
func Differ(base, head Variant) bool {
	a, b := base.parts(), head.parts()
	slices.Sort(a)
	slices.Sort(b)
	return !slices.Equal(a, b)
}

// Difference describes what head has and base has not: "GOGC=400 instead of GOGC=50"; "" if
// there is none.
func Difference(base, head Variant) string {
	a, b := base.parts(), head.parts()
	of := join(lists.Filter(b, func(p string) bool { return !slices.Contains(a, p) }))
	instead := join(lists.Filter(a, func(p string) bool { return !slices.Contains(b, p) }))
	switch {
	case instead == "":
		return of
	case of == "":
		return "no " + instead
	}
	return of + " instead of " + instead
}

// Value returns the value of a variable.
func (v Variant) Value(name string) (value string, set bool) {
	for _, variable := range v.Env {
		if text, found := strings.CutPrefix(variable, name+"="); found {
			value, set = text, true
		}
	}
	return value, set
}

// Running lists the variables that the programs get.
func (v Variant) Running() []string { return v.variables(running) }

// variables lists those for a use. The user names unknown ones for both.
func (v Variant) variables(of use) []string {
	return lists.Filter(v.Env, func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		return uses[name] == 0 || uses[name]&of != 0
	})
}

// DifferInBuilding reports whether two sides are built with different settings.
func DifferInBuilding(base, head Variant) bool {
	base.Env, head.Env = base.variables(building), head.variables(building)
	return Differ(base, head)
}

// Builds reports whether the variant changes how programs are built.
func (v Variant) Builds() bool {
	return v.Go != "" || v.PGO != "" || v.Flags != "" || len(v.variables(building)) > 0
}
