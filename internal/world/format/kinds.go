package format

import (
	"math"
	"math/bits"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/world/drive"
)

// kinds compiles the kinds and how many entities each has.
func (c *compiler) kinds() error {
	f := c.file
	total := defaultEntities
	if f.Entities.Given && !f.Entities.Find {
		total = f.Entities.Value
	}
	c.Find = f.Entities.Find
	if total > mostEntities {
		return f.Entities.At.errorf("entities %d: want at most %d", total, mostEntities)
	}
	left := 1.0
	for _, d := range f.Kinds {
		k, err := c.kind(d, total)
		if err != nil {
			return err
		}
		left -= d.Share.Value
		if left < -1e-9 {
			return d.At.errorf("kind %s: shares add up to more than 100%%", d.Name.Value)
		}
		c.Spec.Kinds = append(c.Spec.Kinds, k)
	}
	if err := c.implied(left, total); err != nil {
		return err
	}
	switch n := c.Spec.Total(); {
	case n == 0:
		return f.At.errorf("the world has no entities: add kinds, such as kinds: {animal: {count: 1_000, has: [Position, Velocity]}}")
	case n > mostEntities:
		return f.At.errorf("%d entities, want at most %d", n, mostEntities)
	}
	return nil
}

func (c *compiler) kind(d Kind, total int) (k drive.Kind, err error) {
	if err := c.declare(d.Name, "kind"); err != nil {
		return k, err
	}
	k.Name = d.Name.Value
	switch {
	case d.Count.Given && d.Share.Given:
		return k, d.Share.At.errorf("kind %s has a count and a share: keep one", k.Name)
	case d.Count.Given:
		k.Count = d.Count.Value
	case d.Share.Given:
		k.Count = int(math.Round(d.Share.Value * float64(total)))
	default:
		return k, d.At.errorf("kind %s: want a share, such as share: 30%%, or a count", k.Name)
	}
	if _, k.Has, err = c.list(d.Has); err != nil {
		return k, err
	}
	if len(d.Has) == 0 {
		return k, d.At.errorf("kind %s has no component that all its entities have: add has: [Position]", k.Name)
	}
	if len(d.Some) > mostOptions {
		return k, d.Some[mostOptions].At.errorf("kind %s: %d components of a share of the entities, want at most %d", k.Name, len(d.Some), mostOptions)
	}
	for _, o := range d.Some {
		n, err := c.component(o.Name)
		if err != nil {
			return k, err
		}
		if k.Has>>n&1 != 0 {
			return k, o.At.errorf("kind %s: all its entities have %s already", k.Name, o.Name.Value)
		}
		k.Some = append(k.Some, drive.Share{Component: n, Share: o.Share.Value})
	}
	if n := bits.OnesCount64(k.Has) + len(k.Some); n > mostPerKind {
		return k, d.At.errorf("kind %s has %d components, want at most %d", k.Name, n, mostPerKind)
	}
	return k, nil
}

// implied adds the kind of the catalogue that changes use and the file does not
// declare. It has the entities that are left.
func (c *compiler) implied(left float64, total int) error {
	used := func(name string) bool {
		for _, d := range c.file.Tick {
			for _, k := range d.Kind {
				if k.Value == name {
					return true
				}
			}
		}
		return false
	}
	for _, d := range catalogue.kinds {
		if _, declared := c.declared["kind "+d.name]; declared || !used(d.name) {
			continue
		}
		k := drive.Kind{Name: d.name, Count: int(math.Round(left * float64(total)))}
		for _, name := range d.has {
			n, err := c.component(Text{name, c.file.At})
			if err != nil {
				return err
			}
			k.Has |= 1 << n
		}
		c.declared["kind "+d.name] = c.file.At
		c.Spec.Kinds = append(c.Spec.Kinds, k)
		c.warn("kind %s is not declared: it has what is left, %d entities, and the components of the catalogue", d.name, k.Count)
		left = 0
	}
	for _, d := range c.file.Tick {
		if _, err := c.kindsNamed(d.Kind); err != nil {
			return err
		}
	}
	if shares := 1 - left; c.file.Entities.Given && !c.file.Entities.Find && left > 1e-9 && shares > 0 {
		at := c.file.Entities.At
		return at.errorf("the shares of the kinds add up to %.4g%% of the entities, want 100%%", 100*shares)
	}
	return nil
}

// kindsNamed returns kinds by bit; none named are all.
func (c *compiler) kindsNamed(list []Text) (mask uint64, err error) {
	var names []string
	for _, k := range c.Spec.Kinds {
		names = append(names, k.Name)
	}
	for _, t := range list {
		found := false
		for i, name := range names {
			if name == t.Value {
				mask, found = mask|1<<i, true
			}
		}
		if !found {
			return 0, t.At.errorf("no kind is named %s%s", quote(t.Value), display.DidYouMean(t.Value, names))
		}
	}
	if len(list) == 0 {
		mask = c.allKinds()
	}
	return mask, nil
}

func (c *compiler) allKinds() uint64 { return 1<<len(c.Spec.Kinds) - 1 }
