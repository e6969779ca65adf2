package cmd

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

// Each page of the guide to package ecs begins with the body of an example: docs/ecs/queries.md with that of
// Example_queries.
func TestTheGuideBeginsWithExamples(t *testing.T) {
	must := func(err error) {
		t.Helper()
		fixture.Check(t, err)
	}
	source, err := os.ReadFile("../ecs/guide_test.go")
	must(err)
	pages, err := filepath.Glob("../docs/ecs/*.md")
	must(err)
	index, err := os.ReadFile("../docs/writing-a-game.md")
	must(err)
	examples := regexp.MustCompile(`(?ms)^func Example_(\w+)\(\) \{\n(.*?)^\}`).FindAllStringSubmatch(string(source), -1)
	if len(examples) != len(pages) || len(pages) < 8 {
		t.Errorf("%d examples and %d pages", len(examples), len(pages))
	}
	for _, e := range examples {
		page := "ecs/" + e[1] + ".md"
		text, err := os.ReadFile("../docs/" + page)
		must(err)
		body, _, _ := strings.Cut(e[2], "\t// Output:")
		body = regexp.MustCompile(`(?m)^\t`).ReplaceAllString(strings.TrimRight(body, "\n"), "")
		if _, rest, _ := strings.Cut(string(text), "\n"); !strings.HasPrefix(strings.TrimSpace(rest), "```go\n"+body+"\n```\n") {
			t.Errorf("%s begins with another snippet than\n%s", page, body)
		}
		if !strings.Contains(string(index), "("+page+")") {
			t.Errorf("docs/writing-a-game.md has no link to %s", page)
		}
	}
}
