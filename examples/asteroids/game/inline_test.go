package game_test

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// TestLoopsAreInlined: the body of every loop over a query in the game is inlined into
// the loop. A call per entity would cost more than most systems.
//
// Bodies that are not inlined have symbols of their own. Only then the slow diagnostics
// of the compiler are needed.
func TestLoopsAreInlined(t *testing.T) {
	loops := gameLoops(t)
	if len(loops) < 8 {
		t.Fatalf("found %d loops in the game", len(loops))
	}
	archive := strings.TrimSpace(tool(t, "go", "list", "-export", "-f", "{{.Export}}", "."))
	bodies := regexp.MustCompile(`(?m)^ *\w+ +(\d+) T \S+/game\.\S+-range\d+$`).FindAllStringSubmatch(tool(t, "go", "tool", "nm", "-size", archive), -1)
	if len(bodies) < len(loops) { // including those without code
		t.Fatalf("the symbols of the game have the bodies of %d loops, want %d", len(bodies), len(loops))
	}
	called := false
	for _, b := range bodies {
		called = called || b[1] != "0"
	}
	if !called {
		return
	}
	inlined := make(map[string]bool) // by file and line
	for _, m := range regexp.MustCompile(`(?m)(\w+\.go:\d+):\d+: inlining call to \S+-range\d+$`).FindAllStringSubmatch(tool(t, "go", "build", "-gcflags=-m", "."), -1) {
		inlined[m[1]] = true
	}
	for at, text := range loops {
		if !inlined[at] {
			t.Errorf("%s: the body of this loop is called for each entity: %s", at, text)
		}
	}
}

// gameLoops finds the loops over entities, by file and line.
func gameLoops(t *testing.T) map[string]string {
	loops := make(map[string]string)
	for _, file := range []string{"game.go", "space.go"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			if strings.Contains(line, ".All()") || strings.Contains(line, ".Each()") {
				loops[fmt.Sprintf("%s:%d", file, i+1)] = strings.TrimSpace(line)
			}
		}
	}
	return loops
}

func tool(t *testing.T, args ...string) string {
	said, err := exec.Command(args[0], args[1:]...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, said)
	}
	return string(said)
}
