package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The guide for authors shows lines of Ark's adapter.
func TestTermsOfTheGuide(t *testing.T) {
	guide, err := os.ReadFile("../docs/own-implementation.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile("(?m)^\\|.*\\| `([a-z.]+)`: `(.*)` \\|$").FindAllStringSubmatch(string(guide), -1)
	if len(rows) < 15 {
		t.Fatalf("the guide has %d terms", len(rows))
	}
	for _, row := range rows {
		text, err := os.ReadFile(filepath.Join("ark", row[1]))
		if err != nil {
			t.Error(err)
		}
		if !strings.Contains(string(text), row[2]) {
			t.Errorf("ark/%s has no line %q", row[1], row[2])
		}
	}
}
