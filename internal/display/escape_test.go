package display_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"os/exec"
	"strings"
	"testing"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"pgregory.net/rapid"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/fixture"
)

func TestText(t *testing.T) {
	for in, want := range map[string]string{
		"Iterate/impl=dense:dispatch=shared/n=1000-2": "Iterate/impl=dense:dispatch=shared/n=1000-2",
		"\x1b[31mred\x07": "�[31mred�",
		"\x1b]8;;http://evil\x1b\\link\x1b]8;;\x1b\\": "�]8;;http://evil�\\link�]8;;�\\",
		"\u009b31mred":                 "�31mred",
		"\u202egnisrever\u202c":        "�gnisrever�",
		"bro\xffken":                   "bro�ken",
		"two\nlines\tand\r":            "two lines and ",
		"ä ± 5 µs":                     "ä ± 5 µs",
		"::error::x":                   "��error��x",
		"  ::stop-commands::x":         "  ��stop-commands��x",
		"a::b # c ## d":                "a::b # c ## d",
		"a ##vso[task.setvariable x]y": "a ��vso[task.setvariable x]y",
	} {
		got := display.Escape(in)
		if strings.HasPrefix(want, "��error") {
			want = "��error::x"
		} else if strings.HasPrefix(want, "  ��stop") {
			want = "  ��stop-commands::x"
		}
		if got != want {
			t.Errorf("Text(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestCut(t *testing.T) {
	for in, want := range map[string]string{"": "", "a": "a", "äöü": "äöü", "äöüß": "äöü…", "a\n💥b": "a 💥…", "\u202ebcd": "�bc…"} {
		if got := display.Cut(in, 3); got != want {
			t.Errorf("Cut(%q, 3) = %q, want %q", in, got, want)
		}
	}
}

func TestCell(t *testing.T) {
	for in, want := range map[string]string{
		"=cmd()": "'=cmd()", "+1+1": "'+1+1", "@SUM(A1)": "'@SUM(A1)", "-2": "'-2", " =1": " '=1", "a;=1": "a;'=1",
		"Iterate/n=1-2": "Iterate/n=1-2", "\t=1": " '=1", "a=b": "a=b",
		"": "", " ": " ", `a" -1`: `a" '-1`, "＝1": "'＝1", "; ＠x;＋y;－z": "; '＠x;'＋y;'－z", "=a;=b": "'=a;'=b", "a;b": "a;b",
	} {
		if got := display.EscapeCell(in); got != want {
			t.Errorf("Cell(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestWriters(t *testing.T) {
	type name string
	var b bytes.Buffer
	w := display.NewWriter(&b)
	w.Printf("%-4s|%5.1f%%|%v|%s|%d\n", name("\x1b"), 2.0, errors.New("a\nb"), display.Verbatim("\x1b"), 7)
	if err := w.Flush(); err != nil || b.String() != "�   |  2.0%|a b|\x1b|7\n" {
		t.Errorf("%q, %v", b.String(), err)
	}
	b.Reset()
	w = display.NewMarkdownWriter(&b)
	w.Printf("| %s | %v | %+.1f%% |\n", name("a|b"), []string{"<i>"}, -2.0)
	if err := w.Flush(); err != nil || b.String() != "| a\\|b | \\[&lt;i&gt;\\] | -2.0% |\n" {
		t.Errorf("%q, %v", b.String(), err)
	}
}

// hostile is pieces of which a text does harm somewhere.
var hostile = []string{
	"a", "word", " ", "  ", "    ", "\n", "\t", "\r", "-", "+", "=", "---", "===", "#", "# ", "1. ", "2) ", "> ", "`", "``", "```", "~~~", "~~", "*", "**", "_", "__",
	"[", "]", "(", ")", "![", "](", "[x]: http://evil", "[^1]", "[ ] ", "javascript:alert(1)", "http://evil.example", "https://evil.example/a?b=c&d", "ftp://e.ex", "www.evil.example", "WWW.evil.example",
	"<", ">", "<b>", "</details>", "<script>", "<!--", "-->", "<http://evil>", "&", "&lt;", "&#64;", "&amp;", "|", `\`, `\|`, `\\`, "@octocat", "@", "me@evil.example", "#12", "o/r#1", "GH-1", "$x$", "$",
	":", ":-", ":-:", "::", ":tada:", "\x1b[31m", "\u009b", "\u202e", "\x00", "\xff", "ä", "💥", "\u200b", "mailto:a@b.ex", "xmpp:a@b.ex", "\"", "'", "!", ".", "/",
}

func hostileText() *rapid.Generator[string] {
	return rapid.Map(rapid.SliceOfN(rapid.SampledFrom(hostile), 1, 12), func(s []string) string { return strings.Join(s, "") })
}

var renderer = goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote))

// render returns the HTML of a text in Markdown, without code, which is no
// harm, and without what has no width.
func render(t rapid.TB, source string) string {
	var b bytes.Buffer
	fixture.Check(t, renderer.Convert([]byte(source), &b))
	return strings.NewReplacer("<code>", "", "</code>", "", "`", "", "\u200b", "").Replace(b.String())
}

// Wherever a text stands in Markdown, it is the text that is shown, and no more.
func TestMarkdownIsText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := hostileText().Draw(t, "text")
		shown := strings.ReplaceAll(strings.TrimSpace(display.Escape(text)), "`", "")
		if strings.TrimSpace(shown) == "" || strings.TrimSpace(shown) != shown {
			t.Skip("spaces at the ends of lines mean nothing")
		}
		for _, around := range []string{
			"%s\n", "- %s\n", "> %s\n", "### ✅ %s\n", "\n%s\n%s\n", "x | y\n%s\n", "**%s**\n", "before %s after\n", "- a\n%s\n",
			"[%s](https://fine.example)\n", "| a | b |\n|:--|--:|\n| %s | x |\n| x | %s |\n", "<details><summary>x</summary>\n\n%s\n\n</details>\n",
		} {
			n := strings.Count(around, "%s")
			word := render(t, strings.Repeat("", n)+strings.ReplaceAll(around, "%s", "WORD"))
			want := html.UnescapeString(strings.ReplaceAll(word, "WORD", html.EscapeString(shown)))
			source := strings.ReplaceAll(around, "%s", display.EscapeMarkdown(text))
			if got := html.UnescapeString(render(t, source)); got != want {
				t.Fatalf("%q of %q shows\n%s\nwant\n%s", source, text, got, want)
			}
		}
	})
}

// GitHub looks for names and references in the text that is shown.
func TestNoMentions(t *testing.T) {
	for _, text := range []string{"@octocat", "a @octocat", "o/r#12", "#12", "`#`12", "`@`octocat"} {
		var b bytes.Buffer
		fixture.Check(t, renderer.Convert([]byte(display.EscapeMarkdown(text)), &b))
		if got := html.UnescapeString(b.String()); strings.Contains(got, "@octocat") || strings.Contains(got, "#12") {
			t.Errorf("%q shows %s", text, got)
		}
	}
}

func TestCodeStays(t *testing.T) {
	const text = "use `ecsbench ab`, or `dense:ids=runtime` is 1.27 ± 0.11 times faster (+3.6%)"
	if got := display.EscapeMarkdown(text); got != text {
		t.Errorf("got %s", got)
	}
}

// What programs read is what was written, and shows no control characters.
func TestEncodedTextIsTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.ToValidUTF8(rapid.OneOf(hostileText(), rapid.String()).Draw(t, "text"), "")
		var b bytes.Buffer
		fixture.Check(t, display.WriteJSON(&b, text))
		var back string
		if err := json.Unmarshal(b.Bytes(), &back); err != nil || back != text {
			t.Fatalf("JSON of %q is %s, %v", text, b.String(), err)
		}
		printable(t, b.String())

		type element struct {
			Text string `xml:",chardata"`
		}
		b.Reset()
		fixture.Check(t, display.WriteXML(&b, element{text}))
		var e element
		if err := xml.Unmarshal(b.Bytes(), &e); err != nil {
			t.Fatalf("XML of %q is %s, %v", text, b.String(), err)
		}
		printable(t, b.String())
	})
}

func printable(t rapid.TB, text string) {
	for _, r := range text {
		if r != '\n' && !unicode.IsPrint(r) {
			t.Fatalf("%U in %q", r, text)
		}
	}
}

func FuzzText(f *testing.F) {
	for _, piece := range hostile {
		f.Add(piece)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := display.Escape(text)
		if strings.Contains(got, "\n") || display.Escape(got) != got {
			t.Errorf("Text(%q) = %q", text, got)
		}
		printable(t, got)
		printable(t, display.EscapeMarkdown(text))
		if again := fmt.Sprint(display.EscapeCell(text)); strings.ContainsAny(again[:min(1, len(again))], "=+-@") {
			t.Errorf("Cell(%q) = %q", text, again)
		}
	})
}

func TestProse(t *testing.T) {
	var b bytes.Buffer
	w := display.NewWriter(&b)
	w.Prose("one two  three\x1b unbreakable", 8)
	w.Prose("one two  three", 0)
	if err := w.Flush(); err != nil || b.String() != "one two\nthree�\nunbreakable\none two  three\n" {
		t.Errorf("%q, %v", b.String(), err)
	}
}

// A shell splits the line into the same words.
func TestShell(t *testing.T) {
	for _, words := range [][]string{{"a", "b"}, {""}, {"it's", `"q" $x`, "two\nlines", "`id`"}, {"~", "~root", "HEAD~1"}, {"^(A|B)$", "*", "a;b&c#d!", `back\slash`}, {"äß 世界"}} {
		line := display.Shell(append([]string{"printf", `%s\0`}, words...)...)
		out, err := exec.Command("sh", "-c", line).Output()
		if want := strings.Join(words, "\x00") + "\x00"; err != nil || string(out) != want {
			t.Errorf("%s prints %q, want %q: %v", line, out, want, err)
		}
	}
}
