package folder_test

import (
	"html"
	"os"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/report/folder"
	"github.com/ecsbench/ecsbench/report/summary"
)

// The page explains its words.
func TestPageHasTheGlossary(t *testing.T) {
	page, err := os.ReadFile(report(t, folder.Options{Files: write(t, small())}))
	if err != nil {
		t.Fatal(err)
	}
	text := html.UnescapeString(string(page))
	for _, term := range summary.Glossary() {
		if !strings.Contains(text, "<dt>"+term.Word+"</dt><dd>"+term.Means+"</dd>") {
			t.Errorf("the page does not explain %q", term.Word)
		}
	}
}
