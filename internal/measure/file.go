package measure

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/ecsbench/ecsbench/profiles"
	"github.com/ecsbench/ecsbench/results"
)

// Head returns the head of a plan's result file: plan, environment and the
// configuration of all samples.
func Head(plan Plan) results.Head {
	env := Environment()
	return results.Head{
		Header: results.Header{
			Format: results.Format, Version: env.Version, Start: time.Now().Round(time.Second),
			Identity: plan.Identity(), Shard: plan.part(), Command: plan.Command,
		},
		Plan:        plan,
		Environment: env,
		Config:      Config(plan.Profile, env),
	}
}

// Config returns the configuration of all samples of a profile.
func Config(p profiles.Profile, env results.Environment) [][2]string {
	return [][2]string{
		{"profile", p.Name},
		{"component-types", strconv.Itoa(p.ComponentTypes)},
		{"systems", strconv.Itoa(p.Systems)},
		{"goos", env.OS},
		{"goarch", env.Arch},
		{"cpu", env.CPU},
	}
}

// SameConditions returns an error if this machine and program may not add to the file.
func SameConditions(f *results.File) error {
	if !f.PlanIntact() {
		return errors.New("its plan was edited, or written by an older ecsbench: start a new run with the plan that you want")
	}
	now := Environment()
	for _, then := range f.Environments {
		for _, c := range []struct{ what, then, now string }{
			{"CPU", then.CPU, now.CPU},
			{"number of CPUs", strconv.Itoa(then.CPUs), strconv.Itoa(now.CPUs)},
			{"Go version", then.GoVersion, now.GoVersion},
			{"GOMAXPROCS", strconv.Itoa(then.GOMAXPROCS), strconv.Itoa(now.GOMAXPROCS)},
			{"GOGC", then.GOGC, now.GOGC},
			{"commit", then.Commit, now.Commit},
			{"ecsbench built as", then.Binary, now.Binary},
		} {
			if c.then != c.now {
				return fmt.Errorf("it was measured with %s %q, this is %q: start a new run instead of mixing the two", c.what, c.then, c.now)
			}
		}
	}
	return nil
}

// moved describes changes of the machine that do not prevent a resumed run: containers
// get a new name at each start.
func moved(f *results.File) []results.Condition {
	now := Environment()
	for _, then := range f.Environments {
		if then.Machine != now.Machine || then.Kernel != now.Kernel {
			return []results.Condition{{
				Name:   "machine",
				State:  fmt.Sprintf("the run was begun on another machine or container with this CPU model, or under another kernel (%s; now %s)", then.Kernel, now.Kernel),
				Remedy: "measure anew unless you know that the two are equal",
			}}
		}
	}
	return nil
}
