package cmd

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

// readmeCommands returns the commands in the shell blocks of the README without comments.
func readmeCommands(t *testing.T) []string {
	t.Helper()
	text := fixture.Read(t, filepath.Join("..", "README.md"))
	var commands []string
	for _, block := range strings.Split(string(text), "```sh\n")[1:] {
		block, _, _ = strings.Cut(block, "```")
		for line := range strings.Lines(block) {
			line, _, _ = strings.Cut(line, "#")
			if line = strings.TrimSpace(line); line != "" {
				commands = append(commands, line)
			}
		}
	}
	return commands
}

// TestReadmeCommands runs the commands of the README in one folder. Long ones are shortened.
func TestReadmeCommands(t *testing.T) {
	fixture.Long(t)
	t.Parallel()
	commands := readmeCommands(t)
	for _, must := range []string{"go run ./cmd/ecsbench run --quick", "go test -short ./..."} {
		if !slices.Contains(commands, must) {
			t.Errorf("the README lacks %q", must)
		}
	}
	dir := t.TempDir()
	for _, command := range commands {
		args := strings.Fields(strings.Replace(command, "go run ./cmd/ecsbench", "ecsbench", 1))
		if args[0] != "ecsbench" {
			continue
		}
		args = args[1:]
		if args[0] == "profile" {
			args = append(args, "--duration", "20ms")
		}
		if args[0] == "run" {
			switch {
			case slices.Contains(args, "--quick"):
				// All scenarios are covered by [TestRunMeasuresEveryScenario].
				args = append(args, "--rounds", "1", "--components", "2", "--impl", "dense,soa", "--scenario", "create,iterate")
			case !slices.Contains(args, "--dry-run") && !slices.Contains(args, "--resume"):
				args = append(args, "--entities", "100", "--components", "2", "--rounds", "1")
				if !slices.Contains(args, "--impl") {
					args = append(args, "--impl", "dense,soa")
				}
				if !slices.Contains(args, "--scenario") {
					args = append(args, "--scenario", "create,iterate")
				}
			}
		}
		if c := ecsbench(t, dir, nil, args...); c.code != ExitOK {
			t.Errorf("%s: exit code %d\n%s%s", command, c.code, c.stdout, c.stderr)
		}
	}
}
