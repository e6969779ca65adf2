// Package assets has the fixed parts of report pages: template, style, scripts, chart
// library, licences and content security policy.
package assets

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"strings"
	"sync"
)

// Template is the page, for html/template.
//
//go:embed page.html
var Template string

// Style is the page's CSS.
//
//go:embed style.css
var Style string

// Library is the part of Apache ECharts that draws the charts.
//
//go:embed echarts/echarts.min.js
var Library string

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

// LibraryVersion is the version of the library: "echarts 6.1.0".
func LibraryVersion() string {
	version, _, _ := strings.Cut(read("echarts/VERSION"), "\n")
	return version
}

// A Licence is the licence of a part of the page.
type Licence struct{ Title, Text string }

// Licences returns the licences of the library and its parts.
func Licences() []Licence {
	return []Licence{
		{"Apache ECharts: notice", read("echarts/NOTICE")},
		{"Apache ECharts: Apache License 2.0", read("echarts/LICENSE")},
		{"zrender (within ECharts): BSD 3-Clause License", read("echarts/LICENSE-zrender")},
		{"d3 (within ECharts): BSD 3-Clause License", read("echarts/LICENSE-d3")},
	}
}

// Script joins the page's scripts in order of dependency into one function, so they define
// no global names.
var Script = sync.OnceValue(func() string {
	var b strings.Builder
	b.WriteString("(() => {\n\"use strict\";\n")
	for _, name := range []string{"data", "format", "state", "controls", "heat", "chart", "spread", "table", "history", "flame", "raw", "main"} {
		b.WriteString(read("js/" + name + ".js"))
	}
	b.WriteString("})();\n")
	return b.String()
})

// Policy is a Content-Security-Policy that allows only the page's own scripts and style: no
// network, frames, forms or inline handlers.
func Policy() string {
	return fmt.Sprintf("default-src 'none'; base-uri 'none'; form-action 'none'; script-src %s %s; style-src %s; img-src data:",
		hash(Library), hash(Script()), hash(Style))
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
