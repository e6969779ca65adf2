package page_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/internal/suite/page"
	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
)

// payloads are texts that are harmful as markup, script, style or template.
var payloads = []string{
	`<script>alert(1)</script>`, `"><img/src=x/onerror=alert(1)>`, `'onmouseover='alert(1)`, `</script><script>alert(1)</script>`,
	`</title><script>alert(1)</script>`, `</textarea><svg/onload=alert(1)>`, `javascript:alert(1)`, `{{.Report}}`, `${alert(1)}`,
	`-->`, `</style><script>alert(1)</script>`, `__proto__`, `&lt;script&gt;alert(1)&lt;/script&gt;`,
}

// A page of 10,000 cases with a payload in every field opens.
func TestTenThousandCases(t *testing.T) {
	fixture.CI(t)
	browserPath(t)
	t.Parallel()
	var b strings.Builder
	at := func(i int) string { return payloads[i%len(payloads)] }
	fmt.Fprintf(&b, "# ecsbench {\"format\":1,\"version\":%q,\"title\":%q,\"command\":%q,\"start\":\"2026-11-21T13:00:00Z\"}\n", at(0), at(1), at(2))
	fmt.Fprintf(&b, "# env {\"os\":%q,\"arch\":%q,\"cpu\":%q,\"go\":%q,\"version\":%q,\"commit\":%q,\"modules\":{%q:%q}}\n", at(3), at(4), at(5), at(6), at(7), at(8), at(9), at(10))
	fmt.Fprintf(&b, "profile: %s\ncpu: %s\n", at(11), at(12))
	for i := range 10_000 {
		fmt.Fprintf(&b, "BenchmarkCase%d%s/impl=dense/option=%s/n=%d-2 1 %d ns/op %d %s/op\n", i%100, at(i), at(i/2), 10+i/100, 100+i, i, at(i))
		fmt.Fprintf(&b, "BenchmarkCase%d%s/impl=%s/option=%s/n=%d-2 1 %d ns/op\n", i%100, at(i), at(i/3), at(i/2), 10+i/100, 101+i)
	}
	for i := range payloads {
		fmt.Fprintf(&b, "# failed {\"case\":%q,\"reason\":%q}\n", fmt.Sprintf("Case%s/impl=paged/n=1-2", at(i)), at(i))
	}
	fmt.Fprintf(&b, "# end {\"reason\":%q,\"conditions\":[{\"name\":%q,\"state\":%q,\"remedy\":%q}]}\n", at(1), at(2), at(3), at(4))
	file, err := results.Parse(strings.NewReader(b.String()), at(1)+".txt")
	fixture.Check(t, err)
	r := report.Build([]*results.File{file}, measure.Catalogue())
	if len(r.Cases) < 10_000 {
		t.Fatalf("%d cases, want 10,000", len(r.Cases))
	}
	var html strings.Builder
	fixture.Check(t, page.Write(&html, page.Input{Report: r, Version: at(0)}))
	tab := open(t, onDisk(t, html.String()), "", 1280, screen)
	tab.waitFor(`document.querySelectorAll("#scenario-list section").length >= 100`)
	tab.do(`{ window.alert = () => { document.title = "alerted"; }; }`)
	tab.do(`document.querySelector("#scenario-list details").open = true`)
	tab.waitFor(`document.querySelectorAll("table.cases tbody tr").length > 0`)
	if title := eval[string](tab, `document.title`); title == "alerted" {
		t.Error("a payload ran as a script")
	}
	if n := eval[int](tab, `document.querySelectorAll("main img, main svg[onload], main script, main iframe, [onerror], [onmouseover], [onload]").length`); n > 0 {
		t.Errorf("%d elements were made of payloads", n)
	}
	tab.noProblems()
}
