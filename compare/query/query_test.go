package query_test

import (
	"strings"
	"testing"

	"golang.org/x/perf/benchproc"

	"github.com/ecsbench/ecsbench/compare/query"
)

func TestErrorIsOneLine(t *testing.T) {
	_, err := benchproc.NewFilter(`.name:x a:`)
	got := query.Error("--filter", err).Error()
	if !strings.Contains(got, `--filter ".name:x a:": syntax error: expected key:value at character 9`) || strings.Contains(got, "\n") {
		t.Errorf("got %q", got)
	}
}
