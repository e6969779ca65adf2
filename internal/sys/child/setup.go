package child

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/pprof/profile"

	"github.com/ecsbench/ecsbench/internal/lists"
)

// A Setup is a [Variant] on this machine. The zero Setup is that of the zero Variant.
type Setup struct {
	Variant
	program  string   // the go command, "" for the one in PATH
	building []string // its variables, without those of flags
	flags    []string // of the variant, with its profile
	users    string   // GOFLAGS without them

	Sum string // of the profile
}

// Prepare finds what the variant needs. It downloads a missing toolchain as the go command does.
// Temporary is a folder for a copy of the profile, whose name contains the side. Errors are one
// line with a remedy, and name the flags by their prefix, such as "--head-".
func (v Variant) Prepare(ctx context.Context, prefix, side, temporary string) (Setup, error) {
	s := Setup{Variant: v, building: v.variables(building)}
	if v.Go != "" {
		if err := s.findGo(ctx, prefix, temporary); err != nil {
			return s, err
		}
	}
	var err error
	if s.flags, err = splitFlags(v.Flags); err != nil {
		return s, err
	}
	if v.PGO != "" {
		path := NoPGO
		if v.PGO != NoPGO {
			path = filepath.Join(temporary, side+".pgo")
			if s.Sum, err = copyProfile(v.PGO, path); err != nil {
				return s, fmt.Errorf("%spgo %s: %w", prefix, v.PGO, err)
			}
		}
		s.flags = append(s.flags, "-pgo="+path)
	}
	if len(s.flags) > 0 {
		users, err := s.Command(temporary, temporary).Run(ctx, "env", "GOFLAGS")
		if err != nil {
			return s, err
		}
		s.users = strings.TrimSpace(string(users))
	}
	// The go command checks its variables and flags before it lists a package.
	if v.Builds() {
		if _, err := s.Command(temporary, temporary).Run(ctx, "list", "-f={{.Name}}", "unsafe"); err != nil {
			return s, fmt.Errorf("%s: %s: correct %senv or %[3]sflags", v, lastLine(err), prefix)
		}
	}
	return s, nil
}

// findGo finds the toolchain. Its own go command is used afterwards, which needs no network.
func (s *Setup) findGo(ctx context.Context, prefix, temporary string) error {
	version := release.FindStringSubmatch(s.Variant.Go)[1]
	find := GoCommand{Dir: temporary, Temporary: temporary, Env: []string{"GOTOOLCHAIN=go" + version, "GOROOT=", "GOWORK=off"}}
	out, err := find.Run(ctx, "env", "GOROOT")
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err == nil {
		s.use(strings.TrimSpace(string(out)))
		_, err = s.Command(temporary, temporary).Run(ctx, "version")
	}
	if err != nil {
		return fmt.Errorf("%sgo %s: this toolchain cannot be fetched (%s): choose a release that https://go.dev/dl lists, and a GOPROXY that serves it, or install it",
			prefix, s.Variant.Go, lastLine(err))
	}
	return nil
}

// use selects the toolchain in a folder.
func (s *Setup) use(root string) {
	s.program = filepath.Join(root, "bin", "go")
	s.building = slices.Concat(s.building, []string{"GOROOT=" + root, "GOTOOLCHAIN=local"})
}

// Relocate makes a folder of links to the toolchain in root, and selects it: the go command
// replaces no files in the module cache, where it keeps the toolchains that it downloads. Folders
// of the library to which an overlay adds files are not links.
func (s *Setup) Relocate(root, folder string) error {
	for _, inner := range []string{"", "src", "src/internal", "src/testing"} {
		entries, err := os.ReadDir(filepath.Join(root, inner))
		if err != nil {
			return err
		}
		own := filepath.Join(folder, inner)
		if err := errors.Join(os.RemoveAll(own), os.Mkdir(own, 0o777)); err != nil {
			return err
		}
		for _, e := range entries {
			if err := os.Symlink(filepath.Join(root, inner, e.Name()), filepath.Join(own, e.Name())); err != nil {
				return fmt.Errorf("linking the toolchain: %w", err)
			}
		}
	}
	s.use(folder)
	return nil
}

// lastLine returns the last line of an error, which has the reason if the go command reports its
// progress before.
func lastLine(err error) string {
	lines := strings.Split(strings.TrimSpace(err.Error()), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}

// copyProfile copies a CPU profile, so that it does not change during an experiment, and returns
// its sum.
func copyProfile(from, to string) (sum string, err error) {
	const remedy = "take one with go test -cpuprofile, or from net/http/pprof"
	info, err := os.Stat(from)
	switch {
	case err != nil:
		return "", fmt.Errorf("there is no such file: give the path of a CPU profile; %s", remedy)
	case !info.Mode().IsRegular():
		return "", fmt.Errorf("it is no file: give the path of a CPU profile; %s", remedy)
	}
	text, err := os.ReadFile(from)
	if err != nil {
		return "", err
	}
	p, err := profile.ParseData(text)
	isCPU := func(t *profile.ValueType) bool {
		return t.Type == "cpu" && t.Unit == "nanoseconds" || t.Type == "samples" && t.Unit == "count"
	}
	switch {
	case err != nil:
		return "", fmt.Errorf("it is no profile (%s): %s", lastLine(err), remedy)
	case !slices.ContainsFunc(p.SampleType, isCPU):
		return "", fmt.Errorf("it is a profile of something else than the processor: %s", remedy)
	case len(p.Sample) == 0:
		return "", fmt.Errorf("it has no samples: %s", remedy)
	}
	return fmt.Sprintf("%x", sha256.Sum256(text)), os.WriteFile(to, text, 0o666)
}

// Command returns the go command of the variant in a folder.
func (s Setup) Command(dir, temporary string) GoCommand {
	return GoCommand{Dir: dir, Temporary: temporary, Program: s.program, Env: s.Building(s.users)}
}

// Building lists the variables of the go command. Goflags are the flags that it has besides those
// of the variant.
func (s Setup) Building(goflags string) []string {
	if len(s.flags) == 0 {
		return s.building
	}
	return append(slices.Clone(s.building), "GOFLAGS="+strings.TrimSpace(goflags+" "+join(s.flags)))
}

// Program is the path of the go command.
func (s Setup) Program() string { return cmp.Or(s.program, "go") }

// Environments returns the environments of the programs of two sides, without secrets. Both
// have as many variables of the same lengths, because arguments and environment move the stack.
func Environments(base, head Setup) (both [2][]string) {
	running := [2][]string{base.Running(), head.Running()}
	for side := range both {
		both[side] = append(Environment(), running[side]...)
		for i, other := range running[1-side] {
			if !slices.Contains(running[side], other) {
				name := fmt.Sprintf("_%d=", i)
				both[side] = append(both[side], name+strings.Repeat("x", max(0, len(other)-len(name))))
			}
		}
	}
	return both
}

// LinkerFlag joins flags of the linker with those of the variant, which they would replace on the
// command line. The result is a flag of go build and go test -c, "" without any.
func (s Setup) LinkerFlag(flags ...string) string {
	flags = lists.Filter(flags, func(f string) bool { return f != "" })
	pattern, all := "", strings.Join(flags, " ")
	for _, flag := range s.flags {
		if nameOf(flag) != "ldflags" {
			continue
		}
		_, value, _ := strings.Cut(flag, "=")
		if before, after, found := strings.Cut(value, "="); found && !strings.HasPrefix(value, "-") {
			pattern, value = before+"=", after
		}
		all = strings.TrimSpace(strings.Join(flags, " ") + " " + value)
	}
	if all == "" {
		return ""
	}
	return "-ldflags=" + pattern + all
}

// OrderFlags are flags of the linker that select an order of functions, 0 for the usual one. They
// omit symbol table and debug information, which take a third of the time and space.
func OrderFlags(order int) []string {
	return []string{"-s", "-w", fmt.Sprintf("-randlayout=%d", order)}
}
