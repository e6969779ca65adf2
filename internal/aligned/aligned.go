// Package aligned writes tables whose columns stand below each other.
package aligned

import (
	"io"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"
)

// A Style is the frame of a table.
type Style uint8

// The styles.
const (
	Terminal Style = iota // a line below the header
	Markdown              // bars between columns
)

// Write writes rows below a header. The columns for which right returns true are
// aligned to the right, as numbers are.
func Write(w io.Writer, style Style, header []string, rows [][]string, right func(column int) bool) error {
	widths := make([]int, len(header))
	for _, row := range append(rows[:len(rows):len(rows)], header) {
		for i, cell := range row {
			widths[i] = max(widths[i], width(cell))
		}
	}
	bar := map[Style]string{Markdown: "|"}[style]
	var text strings.Builder
	line := func(row []string) {
		text.WriteString(bar)
		for i, n := range widths {
			cell := ""
			if i < len(row) {
				cell = row[i]
			}
			space := strings.Repeat(" ", n-width(cell))
			if right(i) {
				text.WriteString(" " + space + cell + " " + bar)
			} else {
				text.WriteString(" " + cell + space + " " + bar)
			}
		}
		text.WriteString("\n")
	}
	line(header)
	text.WriteString(bar)
	for i, n := range widths {
		switch {
		case style == Terminal:
			text.WriteString(strings.Repeat("─", n+2))
		case right(i):
			text.WriteString(strings.Repeat("-", n+1) + ":|")
		default:
			text.WriteString(":" + strings.Repeat("-", n+1) + "|")
		}
	}
	text.WriteString("\n")
	for _, row := range rows {
		line(row)
	}
	_, err := io.WriteString(w, text.String())
	return err
}

// colours matches what changes the colour of a terminal, and takes no room.
var colours = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("\x1b\\[[0-9;]*m") })

// width is the number of characters that a cell shows.
func width(cell string) int {
	if strings.Contains(cell, "\x1b") {
		cell = colours().ReplaceAllString(cell, "")
	}
	return utf8.RuneCountInString(cell)
}
