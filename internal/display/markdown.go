package display

import (
	"strings"
	"unicode"
)

// EscapeMarkdown makes s text in GitHub's Markdown, at any place of a line and in cells of
// tables: no markup, no HTML, no links, no mentions of users or issues. Text between backquotes
// becomes code.
func EscapeMarkdown(s string) string {
	s = strings.TrimSpace(Escape(s))
	var b strings.Builder
	for s != "" {
		next, code := len(s), ""
		if at := codeSpan().FindStringIndex(s); at != nil {
			next, code = at[0], s[at[0]:at[1]]
		}
		literal(&b, s[:next])
		b.WriteString(code)
		s = s[next+len(code):]
	}
	return b.String()
}

// codeSpan returns code without characters that a table or another renderer than GitHub's may
// interpret.
var codeSpan = Pattern("`[^`|\\\\ ](?:[^`|\\\\]*[^`|\\\\ ])?`")

// separator keeps GitHub from seeing a mention or a reference; it has no width.
const separator = "&#8203;"

// literal escapes everything that could be markup. Character references are never markup, but
// GitHub resolves them before it searches for mentions and references to issues.
func literal(b *strings.Builder, s string) {
	if mark := blockStart().FindString(s); mark != "" && b.Len() == 0 {
		at := len(mark) - len(strings.TrimLeft(mark, "0123456789"))
		b.WriteString(s[:at] + `\` + s[at:at+1])
		s = s[at+1:]
	}
	for i, r := range s {
		switch r {
		case '\\', '`', '*', '_', '[', ']', '~', '|', '$':
			b.WriteByte('\\')
			b.WriteRune(r)
		case '<':
			b.WriteString("&lt;")
		case '>':
			b.WriteString("&gt;")
		case '&':
			b.WriteString("&amp;")
		case '@':
			b.WriteString("@" + separator)
		case '#':
			b.WriteString(`\#`)
			if i+1 < len(s) && unicode.IsDigit(rune(s[i+1])) {
				b.WriteString(separator)
			}
		case ':':
			if strings.HasPrefix(s[i:], "://") {
				b.WriteString("&#58;")
			} else {
				b.WriteRune(r)
			}
		case '.':
			if i >= 3 && strings.EqualFold(s[i-3:i], "www") {
				b.WriteString("&#46;")
			} else {
				b.WriteRune(r)
			}
		default:
			b.WriteRune(r)
		}
	}
}

// blockStart matches the possible start of a list, a rule, or the second line of a heading or a
// table; +3.6% does not match.
var blockStart = Pattern(`^(?:\d{1,9}[.)](?:$|\s)|[-+=:](?:$|[^\d.]))`)
