package display

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strconv"
	"unicode"
	"unicode/utf16"
)

// WriteJSON writes a value as indented JSON and ends the line. It escapes unprintable
// characters, which occur only in strings, without changing their meaning.
func WriteJSON(w io.Writer, v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return err
	}
	return writePrintable(w, b.Bytes(), func(r rune) string {
		if high, low := utf16.EncodeRune(r); high != unicode.ReplacementChar {
			return fmt.Sprintf(`\u%04x\u%04x`, high, low)
		}
		return fmt.Sprintf(`\u%04x`, r)
	})
}

// JSONNumber is a number in JSON; nil where JSON has none for it.
func JSONNumber(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

// Estimate is a number that was calculated from samples, to twelve digits: further digits differ
// between processors.
func Estimate(x float64) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 12, 64), 64)
	if err != nil {
		return x
	}
	return rounded
}

// WriteXML is [WriteJSON] for an XML document.
func WriteXML(w io.Writer, v any) error {
	text, err := xml.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	text = append(append([]byte(xml.Header), text...), '\n')
	return writePrintable(w, text, func(r rune) string { return fmt.Sprintf("&#x%x;", r) })
}

// writePrintable escapes unprintable characters. Encoders have already escaped control
// characters of ASCII.
func writePrintable(w io.Writer, text []byte, escape func(rune) string) error {
	var b bytes.Buffer
	for _, r := range string(text) {
		if r >= 0x7f && !unicode.IsPrint(r) {
			b.WriteString(escape(r))
		} else {
			b.WriteRune(r)
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}
