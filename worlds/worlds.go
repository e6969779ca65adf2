// Package worlds contains the world files that come with ecsbench. Each describes
// a kind of game and gives reasons for its figures. docs/your-world.md explains the
// format. The files in cases are single forms that users write, see docs/cases-from-users.md. Those
// in questions time single steps.
package worlds

import (
	"embed"
	"path"
	"slices"
	"strings"
)

//go:embed *.yaml cases/*.yaml questions/*.yaml
var files embed.FS

// Names lists the games.
func Names() []string { return in(".") }

// Cases lists the cases from users.
func Cases() []string { return in("cases") }

// Questions lists the questions.
func Questions() []string { return in("questions") }

// All lists all worlds.
func All() []string { return slices.Concat(Names(), Cases(), Questions()) }

func in(folder string) (names []string) {
	entries, err := files.ReadDir(folder)
	if err != nil {
		panic(err) // an embedded folder can be read
	}
	for _, e := range entries {
		if name, isFile := strings.CutSuffix(e.Name(), ".yaml"); isFile {
			names = append(names, name)
		}
	}
	return names
}

// Question returns the text of a question.
func Question(name string) (text []byte, found bool) {
	text, err := files.ReadFile(path.Join("questions", name+".yaml"))
	return text, err == nil
}

// Named returns the text of a game, case or question.
func Named(name string) (text []byte, found bool) {
	for _, folder := range []string{".", "cases", "questions"} {
		if text, err := files.ReadFile(path.Join(folder, name+".yaml")); err == nil {
			return text, true
		}
	}
	return nil, false
}
