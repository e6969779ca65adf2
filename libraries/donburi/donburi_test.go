package donburi

import (
	"strings"
	"testing"

	"github.com/yohamta/donburi"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// panics reports whether f panics.
func panics(do func()) (did bool) {
	defer func() { did = recover() != nil }()
	do()
	return
}

// TestEntitiesNeedAComponent: what is not to have any gets a tag of ours.
func TestEntitiesNeedAComponent(t *testing.T) {
	if !panics(func() { donburi.NewWorld().Create() }) {
		t.Error("an entity without components was created: the tag is no longer needed")
	}
}

// TestCreateAfterTransferPanics shows the bug that settle works around: an
// archetype that a change of components has made counts one entity too many, and
// creation writes beyond its end.
func TestCreateAfterTransferPanics(t *testing.T) {
	w := donburi.NewWorld()
	w.Entry(w.Create(cPosition)).AddComponent(cVelocity)
	if !panics(func() { w.Create(cPosition, cVelocity) }) {
		t.Error("an entity was created in an archetype that a change of components made: settle is no longer needed for that")
	}
}

// TestLateComponentPanics shows the bug for which settle refuses worlds: a
// component's list of archetypes doubles once, however far it has to grow.
func TestLateComponentPanics(t *testing.T) {
	w := donburi.NewWorld()
	for i := range 2 * firstRoom {
		set := []donburi.IComponentType{cPosition}
		for bit := range 10 {
			if i>>bit&1 != 0 {
				set = append(set, types[20+bit])
			}
		}
		w.Create(set...)
	}
	if !panics(func() { w.Create(cPosition, cMass) }) {
		t.Error("a component appeared first in archetype 513: settle need not refuse anything")
	}
}

// TestWorldsThatWouldPanicAreRefused: with the limit that was found.
func TestWorldsThatWouldPanicAreRefused(t *testing.T) {
	cfg := impls.Config{Types: kernel.Types(30)}
	for i := range 2*firstRoom + 1 {
		var set []kernel.Component
		for c := range kernel.Component(10) {
			if i>>c&1 != 0 {
				set = append(set, 10+c)
			}
		}
		cfg.Bundles = append(cfg.Bundles, append([]kernel.Component{0}, set...))
	}
	if _, err := open(cfg, nil); err == nil || !strings.Contains(err.Error(), "archetype 513") {
		t.Errorf("got %v", err)
	}
	cfg.Bundles = cfg.Bundles[:2*firstRoom]
	if _, err := open(cfg, nil); err != nil {
		t.Error(err)
	}
}
