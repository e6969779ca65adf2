package page

import (
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/lists"
)

// own has all fixed parts, two objects, and results.
func own() string {
	names := lists.Map(parts(), func(part part) string { return part.name })
	return strings.Join(names, "\n") + "[{},\n{}]" + `<script type="text/plain" id="raw-0"></script>`
}

func TestWhatIsCutIsFilledIn(t *testing.T) {
	const results = "BenchmarkX 1 5 ns/op\n"
	page, err := FillPage(own(), results)
	fixture.Check(t, err)
	for _, want := range []string{"default-src &#39;none&#39;", "<style>:root", "[{},{}]", `id="raw-0">H4sI`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	got, raw, err := CutPage(page)
	if err != nil || got != own() || len(raw) != 1 || raw[0] != results {
		t.Errorf("%s\nwith %q, %v", got, raw, err)
	}
}

func TestCutRefusesWhatItWouldChange(t *testing.T) {
	page, err := FillPage(own(), "")
	fixture.Check(t, err)
	for _, test := range []struct{ page, want string }{
		{strings.Replace(page, "<style>", "<style>p{}", 1), "the page has not what {{style}} stands for"},
		{"{{script}}" + page, "the page contains a name that stands for a part"},
		{page + "},\n{", "the page contains a name that stands for a part"},
		{strings.Replace(page, ">H4sI", ">", 1), "raw results in the page: "},
	} {
		if _, _, err := CutPage(test.page); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("got %v, want %s", err, test.want)
		}
	}
}
