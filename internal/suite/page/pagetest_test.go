package page

// This file reduces pages for testdata: without the fixed parts and without compressed raw
// results, which vary with the Go version.

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"io"
	"regexp"
	"strings"
)

// A part is a fixed part of pages; its name replaces it.
type part struct{ name, text string }

func parts() []part {
	list := []part{
		{"{{library}}", "<script>" + chartLibrary + "</script>"},
		{"{{script}}", "<script>" + pageScript() + "</script>"},
		{"{{style}}", "<style>" + pageStyle + "</style>"},
		{"{{policy}}", `content="` + escaped(policy()) + `"`},
	}
	for i, l := range licences() {
		list = append(list, part{fmt.Sprintf("{{licence %d}}", i), "<pre>" + escaped(l.Text) + "</pre>"})
	}
	return list
}

// escaped returns text as the template writes it.
func escaped(text string) string {
	return strings.ReplaceAll(html.EscapeString(text), "+", "&#43;")
}

// A line for each object of the JSON block, so that pages can be compared.
const together, apart = "},{", "},\n{"

var rawElement = regexp.MustCompile(`(<script type="text/plain" id="raw-\d+">)([^<]*)(</script>)`)

// CutPage returns the variable content of a page and its raw results. It returns an error if a
// fixed part is missing, or if Fill would not restore the page.
func CutPage(page string) (own string, raw []string, err error) {
	own = carrying(page, "")
	for _, part := range parts() {
		if !strings.Contains(own, part.text) {
			return "", nil, fmt.Errorf("the page has not what %s stands for", part.name)
		}
		own = strings.Replace(own, part.text, part.name, 1)
	}
	own = strings.ReplaceAll(own, together, apart)
	if whole(own) != carrying(page, "") {
		return "", nil, errors.New("the page contains a name that stands for a part")
	}
	for _, element := range rawElement.FindAllStringSubmatch(page, -1) {
		text, err := inflate(element[2])
		if err != nil {
			return "", nil, fmt.Errorf("raw results in the page: %w", err)
		}
		raw = append(raw, text)
	}
	return own, raw, nil
}

// FillPage restores a page from Cut. raw are its results.
func FillPage(own, raw string) (page string, err error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := io.WriteString(z, raw); err != nil {
		return "", err
	}
	if err := z.Close(); err != nil {
		return "", err
	}
	return carrying(whole(own), base64.StdEncoding.EncodeToString(b.Bytes())), nil
}

func whole(own string) string {
	own = strings.ReplaceAll(own, apart, together)
	for _, part := range parts() {
		own = strings.Replace(own, part.name, part.text, 1)
	}
	return own
}

func carrying(page, base string) string {
	return rawElement.ReplaceAllString(page, "${1}"+base+"$3")
}

func inflate(base string) (string, error) {
	z, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(base)))
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(z)
	return string(text), err
}
