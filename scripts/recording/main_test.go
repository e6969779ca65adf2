package main

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

func TestLinesEndWhereTheTerminalDoes(t *testing.T) {
	got := wrap("\x1b[31m" + strings.Repeat("word ", 45) + "\x1b[0mend")
	if len(got) != 3 {
		t.Fatalf("%d lines: %q", len(got), got)
	}
	for _, line := range got {
		if n := len(sgr.ReplaceAllString(line, "")); n > columns {
			t.Errorf("%d columns: %q", n, line)
		}
	}
	if strings.Join(strings.Fields(strings.Join(got, " ")), " ") != "\x1b[31m"+strings.Repeat("word ", 45)+"\x1b[0mend" {
		t.Errorf("words are lost: %q", got)
	}
	if got := wrap(strings.Repeat("x", 250)); len(got) != 3 {
		t.Errorf("a long word: %q", got)
	}
}

// A recording is XML without scripts or links, escapes its text, and contains the whole
// transcript without animation.
func TestRecordingIsAStillPictureToo(t *testing.T) {
	var out strings.Builder
	transcript := "$ ecsbench run <all>\n\x1b[1;31mWORSE\x1b[0m  +5% & \"more\"\n\nlast line\n"
	if err := draw(&out, strings.NewReader(transcript), "a <title>"); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	d := xml.NewDecoder(strings.NewReader(out.String()))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("no XML: %v\n%s", err, out.String())
		}
		switch token := token.(type) {
		case xml.StartElement:
			if name := token.Name.Local; name == "script" || name == "foreignObject" || name == "a" || name == "image" {
				t.Errorf("has a %s", name)
			}
		case xml.CharData:
			text.Write(token)
		}
	}
	for _, want := range []string{"a <title>", "$ ecsbench run <all>", "WORSE  +5% & \"more\"", "last line"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("does not say %q: %s", want, text.String())
		}
	}
	if !strings.Contains(out.String(), `font-weight="bold" fill="#ff8b82">WORSE<`) {
		t.Error("WORSE is not red")
	}
	// Lines are hidden by the animation alone: without it they are all there.
	if strings.Contains(out.String(), `opacity="0"`) || !strings.Contains(out.String(), "backwards") {
		t.Error("a line is hidden where nothing moves")
	}
}
