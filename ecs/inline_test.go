package ecs_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestLoopsAreInlined reads the compiler's report on the game: the body of every
// loop over a query is compiled into the loop. A call for each entity would cost
// more than most systems do.
func TestLoopsAreInlined(t *testing.T) {
	game := filepath.Join("..", "examples", "asteroids", "game")
	said, err := exec.Command("go", "build", "-gcflags=-m", "./"+game).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	inlined := make(map[string]bool) // by file and line
	for _, m := range regexp.MustCompile(`(?m)(\w+\.go:\d+):\d+: inlining call to \S+-range\d+$`).FindAllStringSubmatch(string(said), -1) {
		inlined[m[1]] = true
	}
	loops := 0
	for _, file := range []string{"game.go", "space.go"} {
		text, err := os.ReadFile(filepath.Join(game, file))
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			if !strings.Contains(line, ".All()") {
				continue
			}
			loops++
			if at := fmt.Sprintf("%s:%d", file, i+1); !inlined[at] {
				t.Errorf("%s: the body of this loop is called for each entity: %s", at, strings.TrimSpace(line))
			}
		}
	}
	if loops < 8 {
		t.Errorf("found %d loops in the game", loops)
	}
}
