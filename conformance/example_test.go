package conformance_test

import (
	"fmt"

	"github.com/ecsbench/ecsbench/conformance"
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/hashmap"
)

// An implementation is checked with each option in turn.
func ExampleConfigurations() {
	for _, v := range conformance.Configurations(impls.Implementation{Name: "mine", Options: []impls.Option{
		{Name: "index", Default: "array", Values: []string{"array", "map"}},
	}}) {
		fmt.Println(v.Name)
	}
	// Output:
	// default
	// index=map
}

// A program checks an implementation without tests, in each access mode.
func Example() {
	mine := hashmap.Implementation
	for _, way := range impls.Ways(mine) {
		if err := impls.Check(way.Opens(mine, conformance.Configurations(mine)[0].Values), impls.QuickCheck); err != nil {
			fmt.Println(way, err)
		}
	}
	fmt.Println("checked")
	// Output: checked
}
