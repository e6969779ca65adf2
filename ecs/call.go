package ecs

import (
	"reflect"
	"unsafe"
)

// caller returns a function that calls a system with its arguments, and passes its error to failed.
//
// A call by reflection takes longer than a small system. Pointers of all types are passed in the
// same way, so a function of up to four pointers, and perhaps Seconds behind them, is called as one
// of unsafe pointers. Filters have size 0: they are not passed at all.
func caller(function any, args []reflect.Value, seconds *Seconds, failed func(error)) func() {
	f := reflect.ValueOf(function)
	t := f.Type()
	slow := func() {
		if out := f.Call(args); len(out) == 1 && !out[0].IsNil() {
			failed(out[0].Interface().(error))
		}
	}
	var p [4]unsafe.Pointer
	n, timed := 0, false
	for i, a := range args {
		switch {
		case a.Type().Size() == 0:
		case a.Kind() == reflect.Pointer && n < len(p) && !timed:
			p[n] = a.UnsafePointer()
			n++
		case a.Type() == reflect.TypeFor[Seconds]() && i == len(args)-1:
			timed = true
		default:
			return slow
		}
	}
	code := (*[2]unsafe.Pointer)(unsafe.Pointer(&function))[1] // a function is a pointer, the second word of an interface
	if t.NumOut() == 0 {
		return callerOfNothing(code, p, n, timed, seconds)
	}
	call := callerOfError(code, p, n, timed, seconds)
	return func() {
		if err := call(); err != nil {
			failed(err)
		}
	}
}

type ptr = unsafe.Pointer

// as makes a pointer to code a function of a type.
func as[F any](code unsafe.Pointer) F { return *(*F)(unsafe.Pointer(&code)) }

func callerOfNothing(code ptr, p [4]ptr, n int, timed bool, dt *Seconds) func() {
	if timed {
		switch n {
		case 0:
			f := as[func(Seconds)](code)
			return func() { f(*dt) }
		case 1:
			f := as[func(ptr, Seconds)](code)
			return func() { f(p[0], *dt) }
		case 2:
			f := as[func(ptr, ptr, Seconds)](code)
			return func() { f(p[0], p[1], *dt) }
		case 3:
			f := as[func(ptr, ptr, ptr, Seconds)](code)
			return func() { f(p[0], p[1], p[2], *dt) }
		}
		f := as[func(ptr, ptr, ptr, ptr, Seconds)](code)
		return func() { f(p[0], p[1], p[2], p[3], *dt) }
	}
	switch n {
	case 0:
		return as[func()](code)
	case 1:
		f := as[func(ptr)](code)
		return func() { f(p[0]) }
	case 2:
		f := as[func(ptr, ptr)](code)
		return func() { f(p[0], p[1]) }
	case 3:
		f := as[func(ptr, ptr, ptr)](code)
		return func() { f(p[0], p[1], p[2]) }
	}
	f := as[func(ptr, ptr, ptr, ptr)](code)
	return func() { f(p[0], p[1], p[2], p[3]) }
}

func callerOfError(code ptr, p [4]ptr, n int, timed bool, dt *Seconds) func() error {
	if timed {
		switch n {
		case 0:
			f := as[func(Seconds) error](code)
			return func() error { return f(*dt) }
		case 1:
			f := as[func(ptr, Seconds) error](code)
			return func() error { return f(p[0], *dt) }
		case 2:
			f := as[func(ptr, ptr, Seconds) error](code)
			return func() error { return f(p[0], p[1], *dt) }
		case 3:
			f := as[func(ptr, ptr, ptr, Seconds) error](code)
			return func() error { return f(p[0], p[1], p[2], *dt) }
		}
		f := as[func(ptr, ptr, ptr, ptr, Seconds) error](code)
		return func() error { return f(p[0], p[1], p[2], p[3], *dt) }
	}
	switch n {
	case 0:
		return as[func() error](code)
	case 1:
		f := as[func(ptr) error](code)
		return func() error { return f(p[0]) }
	case 2:
		f := as[func(ptr, ptr) error](code)
		return func() error { return f(p[0], p[1]) }
	case 3:
		f := as[func(ptr, ptr, ptr) error](code)
		return func() error { return f(p[0], p[1], p[2]) }
	}
	f := as[func(ptr, ptr, ptr, ptr) error](code)
	return func() error { return f(p[0], p[1], p[2], p[3]) }
}
