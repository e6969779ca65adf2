package impls_test

import (
	"regexp"
	"slices"
	"testing"

	"github.com/ecsbench/ecsbench/impls"
)

type backend struct{ values []int }

func (b *backend) divide(by int) int { return 1 / by }

func (b *backend) insert(at int) { b.values = slices.Insert(b.values, at, 1) } // panics within package slices

func TestPanicPlace(t *testing.T) {
	for method, cause := range map[string]func(){
		"divide": func() { (&backend{}).divide(0) },
		"insert": func() { (&backend{}).insert(7) },
	} {
		place := ""
		func() {
			defer func() {
				if recover() != nil {
					place = impls.PanicPlace()
				}
			}()
			cause()
		}()
		if want := `^impls/panic_test\.go:\d+ in impls_test\.\(\*backend\)\.` + method + `$`; !regexp.MustCompile(want).MatchString(place) {
			t.Errorf("the panic is said to be at %q, want %s", place, want)
		}
	}
}
