package page

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"strings"
	"sync"
)

// pageStyle is the page's CSS.
//
//go:embed style.css
var pageStyle string

// chartLibrary is the part of Apache ECharts that draws the charts.
//
//go:embed echarts/echarts.min.js
var chartLibrary string

//go:embed echarts/VERSION echarts/LICENSE echarts/NOTICE echarts/LICENSE-d3 echarts/LICENSE-zrender js/*.js
var files embed.FS

// read returns a file whose name is written in this package.
func read(name string) string {
	text, err := files.ReadFile(name)
	if err != nil {
		panic(err) // names and embedded files match
	}
	return string(text)
}

// chartLibraryVersion is the version of the library: "echarts 6.1.0".
func chartLibraryVersion() string {
	version, _, _ := strings.Cut(read("echarts/VERSION"), "\n")
	return version
}

// A licence is the licence of a part of the page.
type licence struct{ Title, Text string }

// licences lists the licences of the library and its parts.
func licences() []licence {
	return []licence{
		{"Apache ECharts: notice", read("echarts/NOTICE")},
		{"Apache ECharts: Apache License 2.0", read("echarts/LICENSE")},
		{"zrender (within ECharts): BSD 3-Clause License", read("echarts/LICENSE-zrender")},
		{"d3 (within ECharts): BSD 3-Clause License", read("echarts/LICENSE-d3")},
	}
}

// pageScript joins the page's own scripts, in the order of their dependencies, into one
// function, so they define no global names.
var pageScript = sync.OnceValue(func() string {
	var b strings.Builder
	b.WriteString("(() => {\n\"use strict\";\n")
	for _, name := range []string{"data", "format", "state", "controls", "heat", "chart", "spread", "table", "history", "flame", "raw", "main"} {
		b.WriteString(read("js/" + name + ".js"))
	}
	b.WriteString("})();\n")
	return b.String()
})

// policy allows the page's own scripts and style and nothing else: no network, no
// frames, no forms, no inline handlers. It is a Content-Security-Policy.
func policy() string {
	return fmt.Sprintf("default-src 'none'; base-uri 'none'; form-action 'none'; script-src %s %s; style-src %s; img-src data:",
		hash(chartLibrary), hash(pageScript()), hash(pageStyle))
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
