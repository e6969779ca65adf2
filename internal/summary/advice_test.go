package summary_test

import (
	"fmt"
	"strings"
	"testing"
)

// Advice names what takes least over all scenarios, where it loses, what is
// better for a special world, and what nobody measured.
func TestAdvice(t *testing.T) {
	all := func(impl string, iterate, churn, create float64) string {
		return lines("Iterate/impl="+impl+"/n=20000-2", iterate, 10) + lines("Churn/impl="+impl+"/n=20000-2", churn, 10) + lines("Create/impl="+impl+"/n=20000-2", create, 10)
	}
	text := all("dense", 1, 20, 10) + all("paged", 1.5, 5, 10.02) + all("hashmap", 10, 30, 40) +
		lines("Iterate/impl=treemap/n=20000-2", 0.5, 10) + `# failed {"case":"Churn/impl=treemap/n=20000-2","reason":"boom"}` + "\n" + all("soa", 0.1, 0.1, 0.1)
	r := parse(t, text)
	got := r.Advice()
	for _, want := range []string{
		"20,000 entities: fastest design: paged, because over Create, Iterate and Churn, each counted alike, it takes the least time; paged is the best or about as fast in 2 of 3 configurations",
		"; dense, the next, takes 1.3",
		"paged loses in Iterate, entity by entity (3.00 ± 0.0",
		"times as long as treemap †).",
		"Not advised, for want of a number somewhere: treemap † (Churn failed).",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if strings.Contains(got, "soa") {
		t.Errorf("what is no ECS is advised: %s", got)
	}
	if !strings.Contains(got, "another design is faster: systems that visit entities of few kinds: treemap †.") {
		t.Error(got)
	}
	if got := r.Unmeasured(); !strings.Contains(got, "removal in random order") || strings.Contains(got, "short-lived") || !strings.Contains(got, "--scenario mixed,fragments,destroy,") {
		t.Error(got)
	}
}

// Nothing is advised beyond what the samples tell apart.
func TestAdviceNamesTies(t *testing.T) {
	same := func(impl string, by float64) string {
		return lines("Iterate/impl="+impl+"/n=1000-2", 10*by, 10) + lines("Churn/impl="+impl+"/n=1000-2", 20/by, 10)
	}
	got := parse(t, same("dense", 1)+same("paged", 1.0005)+same("hashmap", 1)+lines("Iterate/impl=treemap/n=1000-2", 99, 10)).Advice()
	if !strings.HasPrefix(got, "1,000 entities: fastest design: ") || !strings.Contains(got, "which cannot be told apart over Iterate and Churn") {
		t.Error(got)
	}
	for _, name := range []string{"dense", "paged", "hashmap"} {
		if use, _, _ := strings.Cut(got, ", which"); !strings.Contains(use, name) {
			t.Errorf("%s is not advised: %s", name, got)
		}
	}
	// Too few samples tell nothing apart.
	got = parse(t, lines("Churn/impl=dense/n=1000-2", 10, 2)+lines("Churn/impl=paged/n=1000-2", 90, 2)).Advice()
	if !strings.Contains(got, "too few samples to name the fastest design") || strings.Contains(got, "use ") {
		t.Error(got)
	}
	// Where most is known, the rest counts for little, and is said.
	var most string
	for n, samples := range map[int]int{1: 10, 2: 10, 3: 10, 4: 10, 5: 2} {
		most += lines(fmt.Sprintf("Churn/impl=dense/comps=%d/n=1000-2", n), 10, 10) + lines(fmt.Sprintf("Churn/impl=paged/comps=%d/n=1000-2", n), 20, samples)
	}
	got = parse(t, most).Advice()
	if !strings.HasPrefix(got, "1,000 entities: fastest design: dense, because") || !strings.Contains(got, "as long (too few samples in 1 of 5 configurations, which counts as known to a factor of two)") {
		t.Error(got)
	}
	if got := parse(t, lines("Other/impl=dense/n=1000-2", 10, 2)).Advice(); got != "" {
		t.Errorf("advice about nothing: %s", got)
	}
}

// Advice is given for a few settings; what has no number somewhere is named with the
// first place where it has none.
func TestAdviceEnds(t *testing.T) {
	const mostAdvised = 4
	var many strings.Builder
	for i := range mostAdvised + 2 {
		fmt.Fprintf(&many, "profile: p%d\n%s%s", i, lines("Churn/impl=dense/n=1000-2", 10, 10), lines("Churn/impl=paged/n=1000-2", 20, 10))
	}
	if got := strings.Count(parse(t, many.String()).Advice(), "1,000 entities (p"); got != mostAdvised {
		t.Errorf("%d settings get advice, want %d", got, mostAdvised)
	}
	apart := lines("Iterate/impl=dense/n=1000-2", 10, 10) + lines("Iterate/impl=hashmap/n=1000-2", 20, 10) + lines("Churn/impl=paged/n=1000-2", 10, 10) + lines("Churn/impl=treemap/n=1000-2", 20, 10)
	if got := parse(t, apart).Advice(); !strings.HasPrefix(got, "1,000 entities: no design has a number in everything that was measured, so none is advised for all of it.") {
		t.Errorf("of scenarios that have no implementation in common: %s", got)
	}
	got := parse(t, lines("Iterate/impl=dense/n=1000-2", 10, 10)+lines("Churn/impl=dense/n=1000-2", 10, 10)+
		lines("Churn/impl=paged/n=1000-2", 20, 10)+lines("Iterate/impl=hashmap/n=1000-2", 20, 10)).Advice()
	if want := "Not advised, for want of a number somewhere: hashmap (Churn not measured) and paged (Iterate not measured)."; !strings.Contains(got, want) {
		t.Errorf("no %q in\n%s", want, got)
	}
}

// Where the winner is not the best it may be tied with it.
func TestWinnerIsTiedElsewhere(t *testing.T) {
	r := parse(t, lines("Iterate/impl=dense/n=10-2", 2, 10)+lines("Iterate/impl=paged/n=10-2", 3, 10)+lines("Iterate/impl=dense/n=100-2", 2, 10)+lines("Iterate/impl=paged/n=100-2", 3, 10)+
		lines("Iterate/impl=dense/n=1000-2", 2.0001, 10)+lines("Iterate/impl=paged/n=1000-2", 2, 10))
	if got := said(r, "Which wins"); !strings.HasPrefix(got, "Designs: dense is the fastest in 2 of 3 configurations; in 1 it is about as fast as another design.") {
		t.Error(got)
	}
}

// Of those that lead together one shape in four may have too few samples.
func TestAdviceNeedsMostSamples(t *testing.T) {
	for enough, few := range map[int]bool{4: false, 3: false, 2: true} {
		var text strings.Builder
		for n := range 4 {
			samples := 10
			if n >= enough {
				samples = 2
			}
			for _, impl := range []string{"dense", "paged"} {
				text.WriteString(lines(fmt.Sprintf("Churn/impl=%s/comps=%d/n=1000-2", impl, n+1), 10, samples))
			}
		}
		if got := parse(t, text.String()).Advice(); strings.Contains(got, "too few samples to name the fastest design") != few {
			t.Errorf("samples enough in %d of 4 shapes: %s", enough, got)
		}
	}
}
