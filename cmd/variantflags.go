package cmd

import (
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/sys/child"
)

// variantFlags select what each side is built and run with.
type variantFlags [2]child.Variant

func (f *variantFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	for _, side := range []ab.Side{ab.Head, ab.Base} {
		v, prefix := &f[side], side.String()+"-"
		flags.StringVar(&v.Go, prefix+"go", "", "build "+side.String()+" with this `release` of Go, such as 1.27.0")
		flags.StringArrayVar(&v.Env, prefix+"env", nil, "build and run "+side.String()+" with a `variable`: GOGC=200, GOEXPERIMENT=... (repeatable)")
		flags.StringVar(&v.PGO, prefix+"pgo", "", "build "+side.String()+" with this CPU `profile`, or off")
		flags.StringVar(&v.Flags, prefix+"flags", "", "build "+side.String()+" with `flags` of go build, such as '-gcflags=-l'")
		completeValues(cmd, prefix+"go")
		completeValues(cmd, prefix+"env", "GOGC=", "GOMEMLIMIT=", "GODEBUG=", "GOEXPERIMENT=", "GOAMD64=v3")
		completeValues(cmd, prefix+"flags", "-gcflags=", "-ldflags=", "-tags=")
	}
}

// check rejects what Go cannot use, and makes paths of profiles absolute.
func (f *variantFlags) check() error {
	for side := range f {
		v := &f[side]
		if err := v.Check("--"+ab.Side(side).String()+"-", child.Foreign); err != nil {
			return err
		}
		if v.PGO != "" && v.PGO != child.NoPGO {
			path, err := filepath.Abs(v.PGO)
			if err != nil {
				return err
			}
			v.PGO = path
		}
	}
	return nil
}

// valuesOf returns the values of a flag.
func valuesOf(flag *pflag.Flag) []string {
	if list, is := flag.Value.(pflag.SliceValue); is {
		return list.GetSlice()
	}
	return []string{flag.Value.String()}
}
