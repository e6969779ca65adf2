package cmd

import (
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/report"
)

// The glossary is printed.
func TestHelpExplainsTheWords(t *testing.T) {
	topic := newWordsTopic()
	if topic.Runnable() {
		t.Error("the topic is a verb")
	}
	for _, term := range report.Glossary() {
		if !strings.Contains(topic.Long, "\n"+term.Word+"\n    "+term.Means+"\n") {
			t.Errorf("help words does not explain %q", term.Word)
		}
	}
}
