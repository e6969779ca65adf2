// Package worlds contains the world files that come with ecsbench. Each describes
// a kind of game and gives reasons for its figures. docs/your-world.md explains the
// format.
package worlds

import (
	"embed"
	"strings"
)

//go:embed *.yaml
var files embed.FS

// Names lists the worlds.
func Names() (names []string) {
	entries, err := files.ReadDir(".")
	if err != nil {
		panic(err) // an embedded folder can be read
	}
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".yaml"))
	}
	return names
}

// Named returns the text of a world.
func Named(name string) (text []byte, found bool) {
	text, err := files.ReadFile(name + ".yaml")
	return text, err == nil
}
