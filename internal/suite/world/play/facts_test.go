package play

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

// TestFacts: what is known about a library can be printed behind its name.
func TestFacts(t *testing.T) {
	for _, l := range Libraries {
		if _, err := time.Parse(time.DateOnly, l.Released); err != nil && l.Module != ownModule {
			t.Errorf("%s: %v", l.Name, err)
		}
		texts := []string{l.Doc}
		for _, list := range []map[string]string{l.Notes, l.Lacks} {
			named := make(map[string]bool)
			for scenarios, text := range list {
				texts = append(texts, text)
				for _, s := range strings.Split(scenarios, ",") {
					if named[s] {
						t.Errorf("%s: %s is there twice", l.Name, s)
					}
					named[s] = true
				}
			}
		}
		for _, text := range texts {
			if text == "" || strings.HasSuffix(text, ".") {
				t.Errorf("%s: %q: want a text without a full stop", l.Name, text)
			}
		}
	}
}

// The guide for authors shows lines of Ark's files.
func TestTermsOfTheGuide(t *testing.T) {
	guide := fixture.Read(t, "../../../../docs/own-implementation.md")
	rows := regexp.MustCompile("(?m)^\\|.*\\| `(ark[a-z.]+)`: `(.*)` \\|$").FindAllStringSubmatch(string(guide), -1)
	if len(rows) < 15 {
		t.Fatalf("the guide has %d terms", len(rows))
	}
	for _, row := range rows {
		text, err := os.ReadFile(row[1])
		if err != nil {
			t.Error(err)
		}
		if !strings.Contains(string(text), row[2]) {
			t.Errorf("%s has no line %q", row[1], row[2])
		}
	}
}
