package ecs

import (
	"fmt"
	"reflect"
	"slices"
)

// A target is where values of a saved type go.
type target struct {
	kind     *kind // or
	resource reflect.Type
	skipped  bool
	from     reflect.Type // as it is decoded
	decode   decode
	convert  []migration
}

func (t *target) goType() reflect.Type {
	if t.kind != nil {
		return t.kind.goType
	}
	return t.resource
}

// target returns where the values of a saved type go.
func (l *loading) target(number int, resource bool) (*target, error) {
	if number < 0 || number >= len(l.targets) {
		return nil, errDamaged
	}
	if t := l.targets[number]; t != nil {
		if t.resource != nil != resource && !t.skipped {
			return nil, errDamaged
		}
		return t, nil
	}
	t, err := l.find(l.file.Types[number], resource)
	l.targets[number] = t
	return t, err
}

func (l *loading) find(saved savedType, resource bool) (*target, error) {
	w := l.w
	named := func(t reflect.Type) bool { return t.String() == saved.Name }
	var types []reflect.Type // that it may be
	for _, k := range w.kinds {
		if !resource && named(k.goType) {
			types = append(types, k.goType)
		}
	}
	if resource && slices.ContainsFunc(w.saves, named) {
		types = append(types, w.saves[slices.IndexFunc(w.saves, named)])
	}
	for _, m := range w.migrations {
		if named(m.from) || named(m.to) {
			types = append(types, m.from)
		}
	}
	what := "component type"
	if resource {
		what = "saved resource"
	}
	if len(types) == 0 {
		if l.skip {
			return &target{skipped: true}, nil
		}
		if resource {
			return nil, fmt.Errorf("there is no saved resource %s: Provide it and call SaveResource before, or give ecs.SkipUnknown()", saved.Name)
		}
		return nil, fmt.Errorf("there is no component type %s: define it before, or give ecs.SkipUnknown()", saved.Name)
	}
	var first error
	var found *target
	for _, t := range types {
		d, err := l.plan.add(saved.Shape, t)
		if err != nil {
			if first == nil {
				first = err
			}
			l.plan.known = map[shapeOf]*decoded{} // of recursive types that are incomplete now
			continue
		}
		to := &target{from: t, decode: d.decode}
		if err := l.follow(to, t, resource); err != nil {
			return nil, err
		}
		if found != nil && found.goType() != to.goType() {
			return nil, fmt.Errorf("two types are called %s, %v and %v: rename one of them", saved.Name, found.goType(), to.goType())
		}
		if found == nil {
			found = to
		}
	}
	if found == nil {
		return nil, fmt.Errorf("%s %s has changed since it was saved: %w: call ecs.Migrate[Old, %s] with a type Old that has the saved fields", what, saved.Name, first, saved.Name)
	}
	return found, nil
}

// follow goes along migrations to the type of the world.
func (l *loading) follow(to *target, t reflect.Type, resource bool) error {
	for {
		if k := l.w.types.of(t); k != nil && !resource {
			to.kind = k
			return nil
		}
		if resource && slices.Contains(l.w.saves, t) {
			to.resource = t
			return nil
		}
		at := slices.IndexFunc(l.w.migrations, func(m migration) bool { return m.from == t })
		if at < 0 {
			return fmt.Errorf("the migration to %v leads to no type of the world: define it before", t)
		}
		to.convert = append(to.convert, l.w.migrations[at])
		t = l.w.migrations[at].to
	}
}
