package format

import (
	"math"
	"slices"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/suite/world/drive"
)

// kinds compiles the kinds and their numbers of entities.
func (c *compiler) kinds() {
	f := c.file
	total := f.Entities.or(defaultEntities)
	if total == find {
		c.Find, total = true, defaultEntities
	}
	f.Entities.At.rejectIf(total > mostEntities,
		"entities %d: want at most %d", total, mostEntities)
	left := 1.0
	for _, d := range f.Kinds {
		k := c.kind(d, total)
		left -= d.Share.Value
		d.At.rejectIf(left < -1e-9, "kind %s: shares add up to more than 100%%", k.Name)
		c.Spec.Kinds = append(c.Spec.Kinds, k)
		c.beginnings = append(c.beginnings, c.subsets(d, len(c.Spec.Kinds)-1)...)
	}
	c.implied(left, total)
	n := c.Spec.Total()
	if n == 0 && len(f.Measure) == 0 {
		f.At.rejectIf(len(f.Kinds) == 0, "the world has no entities: add kinds, such as kinds: {animal: {count: 1_000, has: [Position, Velocity]}}")
		f.Entities.At.rejectIf(f.Entities.Given && total == 0, "the world has no entities: want at least 1")
		panic(f.Kinds[0].At.errorf("the world has no entities: raise the count or the share of kind %s", f.Kinds[0].Name.Value))
	}
	f.At.rejectIf(n > mostEntities, "%d entities, want at most %d", n, mostEntities)
}

func (c *compiler) kind(d Kind, total int) drive.Kind {
	c.declare(d.Name, "kind")
	k := drive.Kind{Name: d.Name.Value, Count: d.Count.or(int(math.Round(d.Share.Value * float64(total))))}
	d.Share.At.rejectIf(d.Count.Given && d.Share.Given,
		"kind %s has a count and a share: keep one", k.Name)
	d.At.rejectIf(!d.Count.Given && !d.Share.Given,
		"kind %s: want a share, such as share: 30%%, or a count", k.Name)
	_, k.Has = c.list(d.Has)
	d.At.rejectIf(len(d.Has) == 0,
		"kind %s has no component that all its entities have: add has: [Position]", k.Name)
	if len(d.Some) > mostOptions {
		panic(d.Some[mostOptions].At.errorf("kind %s: %d components of a share of the entities, want at most %d", k.Name, len(d.Some), mostOptions))
	}
	for _, o := range d.Some {
		n := c.component(o.Name)
		o.At.rejectIf(k.Has>>n&1 != 0,
			"kind %s: all its entities have %s already", k.Name, o.Name.Value)
		k.Some = append(k.Some, drive.Share{Component: n, Share: o.Share.Value})
	}
	n := len(d.Has) + len(d.Some)
	d.At.rejectIf(n > mostPerKind,
		"kind %s has %d components, want at most %d", k.Name, n, mostPerKind)
	return k
}

// implied adds the kind of the catalogue that changes use without a declaration. It has the
// remaining entities.
func (c *compiler) implied(left float64, total int) {
	used := make(map[string]bool)
	for _, d := range c.file.Tick {
		for _, k := range d.Kind {
			used[k.Value] = true
		}
	}
	for _, d := range cataloguedKinds {
		if _, declared := c.declared["kind "+d.name]; declared || !used[d.name] {
			continue
		}
		k := drive.Kind{Name: d.name, Count: int(math.Round(left * float64(total)))}
		for _, name := range d.has {
			k.Has |= 1 << c.component(Text{Value: name, At: c.file.At})
		}
		c.Spec.Kinds = append(c.Spec.Kinds, k)
		c.warn("kind %s is not declared: it gets the remaining entities, %s, and the components of the catalogue", d.name, display.Count(k.Count, "entity"))
		left = 0
	}
	for _, d := range c.file.Tick {
		c.kindsNamed(d.Kind)
	}
	shares := 1 - left
	c.file.Entities.At.rejectIf(c.file.Entities.Given && !c.Find && left > 1e-9 && shares > 0,
		"the shares of the kinds add up to %.4g%% of the entities, want 100%%", 100*shares)
}

// kindsNamed returns kinds by bit; all kinds if none are named.
func (c *compiler) kindsNamed(list []Text) (mask uint64) {
	if len(list) == 0 {
		return c.allKinds()
	}
	names := lists.Map(c.Spec.Kinds, func(k drive.Kind) string { return k.Name })
	for _, t := range list {
		i := slices.Index(names, t.Value)
		if i < 0 {
			panic(t.At.errorf("no kind is named %s%s", quote(t.Value), display.DidYouMean(t.Value, names)))
		}
		mask |= 1 << i
	}
	return mask
}

func (c *compiler) allKinds() uint64 { return 1<<len(c.Spec.Kinds) - 1 }
