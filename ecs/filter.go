package ecs

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
)

// With, as an argument of [Query1.Bind] or a parameter of a system behind a query, narrows
// the query to entities that have the component too.
type With[T any] struct{}

// Without, as an argument of [Query1.Bind] or a parameter of a system behind a query, narrows
// the query to entities that do not have the component.
type Without[T any] struct{}

// AnyOf, as an argument of [Query1.Bind] or a parameter of a system behind a query, narrows the
// query to entities that have one of the components or both. More types are within each other:
// AnyOf[A, AnyOf[B, C]].
type AnyOf[A, B any] struct{}

// Only, as an argument of [Query1.Bind] or a parameter of a system behind a query, narrows the
// query to entities that have no components beside those that the query and its other filters name.
type Only struct{}

// A TypeFilter is a [With] or a [Without] of a type given at run time.
type TypeFilter struct {
	component reflect.Type
	how       narrowing
}

// WithType is [With] for a type given at run time.
func WithType(t reflect.Type) TypeFilter { return TypeFilter{t, includes} }

// WithoutType is [Without] for a type given at run time.
func WithoutType(t reflect.Type) TypeFilter { return TypeFilter{t, excludes} }

// A Filter is a [With], a [Without], an [AnyOf], an [Only], a [Drop] or a [TypeFilter].
type Filter interface {
	narrows() (how narrowing, types []reflect.Type)
}

type narrowing uint8

const (
	includes narrowing = iota
	excludes
	anyOf
	only
	drops
)

func (With[T]) narrows() (narrowing, []reflect.Type) {
	return includes, []reflect.Type{reflect.TypeFor[T]()}
}

func (Without[T]) narrows() (narrowing, []reflect.Type) {
	return excludes, []reflect.Type{reflect.TypeFor[T]()}
}

func (Drop[T]) narrows() (narrowing, []reflect.Type) {
	return drops, []reflect.Type{reflect.TypeFor[T]()}
}

func (f TypeFilter) narrows() (narrowing, []reflect.Type) {
	return f.how, []reflect.Type{f.component}
}

func (Only) narrows() (narrowing, []reflect.Type) { return only, nil }

func (AnyOf[A, B]) narrows() (how narrowing, types []reflect.Type) {
	for _, one := range []any{*new(A), *new(B)} {
		if inner, ok := one.(interface{ anyOf() []reflect.Type }); ok {
			types = append(types, inner.anyOf()...)
		} else {
			types = append(types, reflect.TypeOf(one))
		}
	}
	return anyOf, types
}

func (f AnyOf[A, B]) anyOf() []reflect.Type {
	_, types := f.narrows()
	return types
}

var errNoFilter = errors.New("a filter is nil: give an ecs.With, ecs.Without or ecs.Drop of a type")

// wanted are the sets of components of the entities of a query or an observer.
type wanted struct {
	with, without []Component
	anyOf         [][]Component // one or more of each
	named         []Component   // all that are named
	only          bool          // no others
}

// narrow adds a filter.
func (x *wanted) narrow(w *World, f Filter) error {
	if f == nil {
		return errNoFilter
	}
	how, types := f.narrows()
	var list []Component
	for _, t := range types {
		k, err := w.component(t)
		if err != nil {
			return err
		}
		if how == excludes && slices.Contains(x.named, k.number) {
			return fmt.Errorf("visits %s and excludes it: leave out one of them", k.name)
		}
		list = append(list, k.number)
	}
	switch how {
	case drops:
		return fmt.Errorf("it drops nothing: bind a map with %T", f)
	case excludes:
		x.without = append(x.without, list...)
		return nil
	case only:
		x.only = true
	case anyOf:
		x.anyOf = append(x.anyOf, list)
	default:
		x.with = append(x.with, list...)
	}
	x.named = append(x.named, list...)
	return nil
}

// matches returns whether a set is wanted.
func (x *wanted) matches(set []Component) bool {
	has := func(c Component) bool { _, has := search(set, c); return has }
	for _, c := range x.with {
		if !has(c) {
			return false
		}
	}
	for _, c := range x.without {
		if has(c) {
			return false
		}
	}
	for _, list := range x.anyOf {
		if !slices.ContainsFunc(list, has) {
			return false
		}
	}
	return !x.only || !slices.ContainsFunc(set, func(c Component) bool { return !slices.Contains(x.named, c) })
}
