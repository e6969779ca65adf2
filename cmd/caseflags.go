package cmd

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/profiles"
	"github.com/ecsbench/ecsbench/scenarios"
)

// caseFlags choose implementations, scenarios and values of axes that replace those of the
// profile. The two most frequent axes have their own flags.
type caseFlags struct {
	profile, impl, scenario string
	entities, components    string
	others                  []string // name=values
}

var caseFlagNames = []string{"entities", "components", "axis", "profile", "impl", "scenario"}

// given returns the first given flag of these and of those that choose cases; "" for none.
func given(cmd *cobra.Command, names ...string) string {
	return lists.First(append(names, caseFlagNames...), cmd.Flags().Changed)
}

// register adds the flags; otherwise describes the default of an axis.
func (f *caseFlags) register(cmd *cobra.Command, impl, scenario, otherwise string) {
	flags := cmd.Flags()
	flags.StringVar(&f.profile, "profile", "A", "scale: A, AA, AAA, peer or a profile file")
	flags.Var((*joined)(&f.impl), "impl", impl)
	flags.StringVar(&f.scenario, "scenario", "", scenario)
	flags.StringVar(&f.entities, "entities", "", "numbers of entities, such as 1000,1e6 (default "+otherwise+")")
	flags.StringVar(&f.components, "components", "", "numbers of components, 1 to 10 (default "+otherwise+")")
	flags.StringArrayVar(&f.others, "axis", nil, "values of another `axis`, such as archetypes=1,32,256 (may be repeated)")
	completeFlag(cmd, "profile", cobra.FixedCompletions(profiles.Names(), cobra.ShellCompDirectiveDefault)) // files too
	completeFlag(cmd, "impl", completeImpls)
	completeFlag(cmd, "scenario", completeScenarios)
	completeValues(cmd, "entities")
	completeValues(cmd, "components")
	completeFlag(cmd, "axis", completeAxes)
}

// load reads the profile and applies the given values. narrow, if not nil, selects among the
// values of the others.
func (f *caseFlags) load(narrow func(profiles.Profile) profiles.Profile) (profiles.Profile, error) {
	profile, err := profiles.Load(f.profile)
	if err != nil {
		return profile, err
	}
	if narrow != nil {
		profile = narrow(profile)
	}
	if err := f.apply(&profile); err != nil {
		return profile, err
	}
	return profile, profile.Check()
}

// named reports whether an axis is given.
func (f *caseFlags) named() bool { return f.entities+f.components != "" || len(f.others) > 0 }

// apply sets the given values in a profile.
func (f *caseFlags) apply(p *profiles.Profile) error {
	if err := scenarios.CheckAxes(*p); err != nil {
		return fmt.Errorf("profile %s: %w", p.Name, err)
	}
	given := make(map[string]string)
	set := func(flag, axis, list string) error {
		if before := given[axis]; before != "" {
			return fmt.Errorf("%s %s: the values of the axis are given by %s already: give one list", flag, list, before)
		}
		given[axis] = flag
		values, err := parseCounts(flag, list)
		if err == nil {
			*p = p.With(axis, values)
		}
		return err
	}
	if f.entities != "" {
		if err := set("--entities", "n", f.entities); err != nil {
			return err
		}
	}
	if f.components != "" {
		if err := set("--components", "comps", f.components); err != nil {
			return err
		}
	}
	names := lists.Map(scenarios.Axes(), func(a scenarios.Axis) string { return a.Name })
	for _, text := range f.others {
		axis, list, ok := strings.Cut(text, "=")
		if !ok {
			meant := ""
			if !slices.Contains(names, axis) {
				meant = display.DidYouMean(axis, names)
			}
			return fmt.Errorf("--axis %s: want name=values, such as archetypes=1,32%s", text, meant)
		}
		if err := set("--axis "+axis, axis, list); err != nil {
			return err
		}
	}
	return scenarios.CheckAxes(*p)
}

// idle returns errors for flags whose axis no scenario of the plan has.
func (f *caseFlags) idle(specs []string) (idle []error) {
	vary := func(axis string) bool {
		return slices.ContainsFunc(specs, func(spec string) bool {
			s, err := scenarios.Find(spec)
			return err != nil || slices.ContainsFunc(s.Axes, func(a scenarios.Axis) bool { return a.Name == axis })
		})
	}
	check := func(flag, axis, value string) {
		if value != "" && !vary(axis) {
			idle = append(idle, fmt.Errorf("%s %s has no effect: %s varies with other axes (ecsbench list scenarios)", flag, value, strings.Join(specs, ", ")))
		}
	}
	check("--entities", "n", f.entities)
	check("--components", "comps", f.components)
	for _, text := range f.others {
		axis, _, _ := strings.Cut(text, "=")
		check("--axis", axis, text)
	}
	return idle
}

// parseCounts reads comma-separated whole numbers such as 1000 or 1e6.
func parseCounts(flag, list string) ([]int, error) {
	var counts []int
	for _, text := range strings.Split(list, ",") {
		v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil || v != float64(int(v)) {
			return nil, fmt.Errorf("%s %s: %q is not a whole number such as 1000 or 1e6", flag, list, text)
		}
		counts = append(counts, int(v))
	}
	return counts, nil
}

func completeAxes(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var found []string
	for _, a := range scenarios.Axes() {
		values := lists.Map(a.Default, strconv.Itoa)
		found = append(found, cobra.CompletionWithDesc(a.Name+"="+strings.Join(values, ","), a.Doc))
	}
	return found, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}
