// Command recording draws what a terminal showed as an SVG that a README can
// show: a line after the other appears, as it did, and everything stands still
// where animations are not wanted. It has no scripts and loads nothing.
//
//	recording -title "ecsbench run" <transcript >recording.svg
//
// A transcript is what was typed, in lines that begin with "$ ", and what the
// terminal wrote to it, with its colours (SGR sequences).
package main

import (
	"bufio"
	"flag"
	"fmt"
	"html"
	"io"
	"os"
	"regexp"
	"strings"
	"unicode/utf8"
)

const (
	columns = 100  // of the terminal
	column  = 7.25 // pixels of a character
	row     = 17
	edge    = 16
	head    = 34
	typing  = 1.2  // seconds before the answer begins
	pace    = 0.08 // seconds between lines of an answer
)

func main() {
	title := flag.String("title", "", "what stands above, and is read out")
	flag.Parse()
	if err := draw(os.Stdout, os.Stdin, *title); err != nil {
		fmt.Fprintln(os.Stderr, "recording:", err)
		os.Exit(1)
	}
}

// draw reads a transcript and writes the SVG.
func draw(w io.Writer, r io.Reader, title string) error {
	var lines []string
	widest := utf8.RuneCountInString(title)
	scanner := bufio.NewScanner(r)
	for scanner.Scan() {
		for _, line := range wrap(strings.TrimRight(scanner.Text(), " \r")) {
			lines = append(lines, line)
			widest = max(widest, utf8.RuneCountInString(sgr.ReplaceAllString(line, "")))
		}
	}
	if err := scanner.Err(); err != nil {
		return fmt.Errorf("read the transcript: %w", err)
	}
	width, height := float64(widest)*column+2*edge, float64(head+len(lines)*row+edge)
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f" role="img" aria-label="%s">`+"\n", width, height, width, height, html.EscapeString(title))
	fmt.Fprint(out, style)
	fmt.Fprintf(out, `<rect width="100%%" height="100%%" rx="8" fill="#14171c"/>`+"\n")
	for i, colour := range []string{"#ff5f57", "#febc2e", "#28c840"} {
		fmt.Fprintf(out, `<circle cx="%d" cy="17" r="5.5" fill="%s"/>`+"\n", edge+6+i*18, colour)
	}
	fmt.Fprintf(out, `<text x="%d" y="21" fill="#a7afbd">%s</text>`+"\n", edge+64, html.EscapeString(title))
	at, now := 0.3, make(map[string]bool)
	for i, line := range lines {
		spans := colour(line, now)
		command := strings.HasPrefix(line, "$ ")
		if command {
			spans = fmt.Sprintf(`<tspan fill="#7fd6a2">$</tspan><tspan font-weight="bold">%s</tspan>`, html.EscapeString(line[1:]))
		}
		if line != "" {
			fmt.Fprintf(out, `<text class="line" x="%d" y="%d" style="animation-delay:%.2fs">%s</text>`+"\n", edge, head+row+i*row-4, at, spans)
		}
		if at += pace; command {
			at += typing
		}
	}
	fmt.Fprint(out, "</svg>\n")
	return out.Flush()
}

// style shows lines one after the other; without animation they are all there.
const style = `<style>
text { font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; fill: #e7eaf0; white-space: pre; }
.line { animation: appear .01s linear backwards; }
@keyframes appear { from { opacity: 0; } }
@media (prefers-reduced-motion: reduce) { .line { animation: none; } }
</style>
`

var sgr = regexp.MustCompile("\x1b\\[([0-9;]*)[A-Za-z]")

// colours are those of terminals that an SVG shows alike everywhere.
var colours = map[string]string{
	"1": "font-weight=\"bold\"", "2": "fill=\"#a7afbd\"",
	"31": "fill=\"#ff8b82\"", "32": "fill=\"#7fd6a2\"", "33": "fill=\"#f2d48a\"", "34": "fill=\"#7db7ff\"", "35": "fill=\"#e6a6e0\"", "36": "fill=\"#7fd5dd\"",
	"91": "fill=\"#ff8b82\"", "92": "fill=\"#7fd6a2\"", "93": "fill=\"#f2d48a\"",
}

// wrap breaks a line between words where the terminal ends.
func wrap(line string) (lines []string) {
	for {
		seen, space, cut := 0, 0, 0
		for at := 0; at < len(line) && cut == 0; {
			if m := sgr.FindStringIndex(line[at:]); m != nil && m[0] == 0 {
				at += m[1]
				continue
			}
			r, size := utf8.DecodeRuneInString(line[at:])
			if r == ' ' {
				space = at
			}
			if seen++; seen > columns {
				if cut = space; cut == 0 {
					cut = at
				}
			}
			at += size
		}
		if cut == 0 {
			return append(lines, line)
		}
		lines, line = append(lines, line[:cut]), strings.TrimLeft(line[cut:], " ")
	}
}

// colour turns the colours of a line into spans; now is what the lines before it
// have left switched on.
func colour(line string, now map[string]bool) string {
	var b strings.Builder
	write := func(text string) {
		if text == "" {
			return
		}
		attributes := ""
		for _, code := range []string{"1", "2", "31", "32", "33", "34", "35", "36", "91", "92", "93"} {
			if now[code] {
				attributes += " " + colours[code]
			}
		}
		if attributes == "" {
			b.WriteString(html.EscapeString(text))
			return
		}
		fmt.Fprintf(&b, "<tspan%s>%s</tspan>", attributes, html.EscapeString(text))
	}
	from := 0
	for _, m := range sgr.FindAllStringSubmatchIndex(line, -1) {
		write(line[from:m[0]])
		from = m[1]
		for _, code := range strings.Split(line[m[2]:m[3]], ";") {
			switch {
			case code == "" || code == "0":
				clear(now)
			case colours[code] != "" && code != "1" && code != "2":
				bold := now["1"]
				clear(now)
				now["1"], now[code] = bold, true
			case colours[code] != "":
				now[code] = true
			case code == "39" || code == "22":
				clear(now)
			}
		}
	}
	write(line[from:])
	return b.String()
}
