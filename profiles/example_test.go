package profiles_test

import (
	"fmt"

	"github.com/ecsbench/ecsbench/profiles"
)

// A user's own profile.
func ExampleParse() {
	p, err := profiles.Parse("tower-defence.yaml", []byte(`
name: tower-defence
component-types: 48
systems: 20
entities: [500, 5000]
components: [2, 3]
axes:
  archetypes: [1, 32]
`))
	fmt.Println(p.Name, p.ComponentTypes, p.At("archetypes"), err)

	_, err = profiles.Parse("typo.yaml", []byte("name: typo\ncomponents-types: 48\n"))
	fmt.Println(err)
	// Output:
	// tower-defence 48 [1 32] <nil>
	// typo.yaml:2:1: unknown field "components-types": did you mean "component-types"?
}
