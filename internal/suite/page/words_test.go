package page_test

import (
	"html"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/suite/page"
	"github.com/ecsbench/ecsbench/report"
)

// The page explains its words.
func TestPageHasTheGlossary(t *testing.T) {
	_, page := written(t, page.FolderOptions{Files: write(t, []byte(little)), Out: filepath.Join(t.TempDir(), "out"), WithoutPictures: true})
	text := html.UnescapeString(page)
	for _, term := range report.Glossary() {
		if !strings.Contains(text, "<dt>"+term.Word+"</dt><dd>"+term.Means+"</dd>") {
			t.Errorf("the page does not explain %q", term.Word)
		}
	}
}
