package page

import (
	"embed"
	"strings"
)

//go:embed assets/js/*.js
var scripts embed.FS

// appScript joins the page's own scripts, in the order in which they build on
// each other, into one function, so that they leave no names behind.
func appScript() string {
	var b strings.Builder
	b.WriteString("(() => {\n\"use strict\";\n")
	for _, name := range []string{"data", "format", "state", "controls", "chart", "spread", "table", "history", "flame", "raw", "main"} {
		text, err := scripts.ReadFile("assets/js/" + name + ".js")
		if err != nil {
			panic(err) // the list above and the embedded files belong together
		}
		b.Write(text)
	}
	b.WriteString("})();\n")
	return b.String()
}
