package ecs

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"unsafe"
)

// A migration converts values of a type that has changed since they were saved.
type migration struct {
	from, to reflect.Type
	convert  func(from, to unsafe.Pointer)
}

// Migrate makes [World.Load] convert values that were saved when their type was as Old is, or had
// its name. The saved type has the name of Old or New and the fields of Old. New is a component
// type, a resource, or the Old of another migration.
func Migrate[Old, New any](w *World, convert func(Old) New) error {
	m := migration{reflect.TypeFor[Old](), reflect.TypeFor[New](), func(from, to unsafe.Pointer) { *(*New)(to) = convert(*(*Old)(from)) }}
	what := fmt.Sprintf("migrate %v to %v", m.from, m.to)
	if err := w.ready(what); err != nil {
		return err
	}
	switch {
	case convert == nil:
		return errors.New(what + ": want a function, not nil")
	case m.from == m.to:
		return errors.New(what + ": the types are equal")
	case slices.ContainsFunc(w.migrations, func(other migration) bool { return other.from == m.from }):
		return errors.New(what + ": there is a migration of this type already")
	}
	for seen := m.to; ; {
		at := slices.IndexFunc(w.migrations, func(other migration) bool { return other.from == seen })
		if at < 0 {
			break
		}
		if seen = w.migrations[at].to; seen == m.from {
			return errors.New(what + ": the migrations are a circle")
		}
	}
	w.migrations = append(w.migrations, m)
	return nil
}
