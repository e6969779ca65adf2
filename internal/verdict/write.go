package verdict

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// Formats are the output formats.
var Formats = []string{"text", "markdown", "json", "junit", "github"}

// CheckFormat rejects a value of a flag that is not in [Formats].
func CheckFormat(flag, format string) error {
	if slices.Contains(Formats, format) {
		return nil
	}
	last := len(Formats) - 1
	return fmt.Errorf("%s %q: must be %s or %s", flag, format, strings.Join(Formats[:last], ", "), Formats[last])
}

// Write prints the verdict in one of [Formats]. The look is for text; the other
// formats always list every comparison.
func (v *Verdict) Write(out io.Writer, format string, look Look) error {
	var err error
	switch format {
	case "text":
		err = v.WriteText(out, look)
	case "markdown":
		err = v.WriteMarkdown(out)
	case "json":
		err = v.WriteJSON(out)
	case "junit":
		err = v.WriteJUnit(out)
	case "github":
		err = v.WriteGitHub(out)
	default:
		return CheckFormat("--format", format)
	}
	if err != nil {
		return fmt.Errorf("printing the verdict: %w", err)
	}
	return nil
}
