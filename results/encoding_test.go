package results_test

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"pgregory.net/rapid"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/results"
)

// utf16Of encodes a text.
func utf16Of(text string, order binary.AppendByteOrder, mark bool) []byte {
	if mark {
		text = "\ufeff" + text
	}
	var out []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		out = order.AppendUint16(out, unit)
	}
	return out
}

func gzipped(text []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(text)
	w.Close()
	return b.Bytes()
}

const plain = "goos: linux\r\npkg: m\r\ncommit: größer 🙂\nBenchmarkRead/small-8\t1\t5 ns/op\nBenchmarkRead/名前-8 1 6 ns/op\nBenchmarkBad 1 x ns/op\n"

// described writes the contents of a file.
func described(t rapid.TB, text []byte) string {
	t.Helper()
	f, err := results.Parse(bytes.NewReader(text), "x.txt")
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	for _, c := range f.Cases {
		b.WriteString(c.Name + " " + results.Settings(c.Config, []string{"commit", "goos", "pkg"}))
		for _, v := range c.In("ns/op") {
			fmt.Fprint(&b, " ", v)
		}
		b.WriteString("\n")
	}
	for _, d := range f.Damaged {
		b.WriteString(d.Error() + "\n")
	}
	for _, e := range f.GoTest {
		fmt.Fprintln(&b, e)
	}
	return b.String()
}

// The encoding of a file does not matter.
func TestEncodings(t *testing.T) {
	want := described(t, []byte(plain))
	if !strings.Contains(want, `名前-8 commit="größer 🙂" goos=linux pkg=m 6`) || !strings.Contains(want, "x.txt:6: ") {
		t.Fatal(want)
	}
	for name, text := range map[string][]byte{
		"UTF-8 with a mark":           []byte("\ufeff" + plain),
		"UTF-16, little end first":    utf16Of(plain, binary.LittleEndian, true),
		"UTF-16, big end first":       utf16Of(plain, binary.BigEndian, true),
		"little end first, no mark":   utf16Of(plain, binary.LittleEndian, false),
		"big end first, no mark":      utf16Of(plain, binary.BigEndian, false),
		"compressed UTF-16":           gzipped(utf16Of(plain, binary.LittleEndian, true)),
		"compressed UTF-8 and a mark": gzipped([]byte("\ufeff" + plain)),
	} {
		if got := described(t, text); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
		}
	}
	// Joined files have marks in the middle.
	twice := described(t, []byte("\ufeff"+plain+"\ufeff"+plain))
	if want := described(t, []byte(plain+plain)); twice != want {
		t.Errorf("joined:\n%s\nwant\n%s", twice, want)
	}
}

// Damaged UTF-16 is named with its line.
func TestDamagedUTF16(t *testing.T) {
	const line = "BenchmarkA-2 1 5 ns/op\n"
	wide := utf16Of(line+line, binary.LittleEndian, true)
	lone := append(wide[:len(wide):len(wide)], 0x00, 0xd8, '\n', 0)
	for _, test := range []struct {
		text []byte
		want string
	}{
		{wide[:len(wide)-3], "x.txt:2: binary data"}, // half a character
		{lone, "x.txt:3: binary data"},               // half a pair
		{append(wide[:len(wide):len(wide)], line+line...), "x.txt:3: UTF-16 and after it text in another encoding; write all of it in UTF-8"},
		{append([]byte(line), utf16Of(line, binary.LittleEndian, true)...), "x.txt:2: binary data"},
		{[]byte("\xff\xfe"), "x.txt:1: no benchmark results in it"},
	} {
		if got := described(t, test.text); !strings.Contains(got, test.want) {
			t.Errorf("%q: %s, want %s", test.text, got, test.want)
		}
	}
}

// A run is continued in a plain file only: text that is appended to another one damages it.
func TestOnlyPlainFilesAreContinued(t *testing.T) {
	text := fixture.Read(t, write(t))
	for _, packed := range [][]byte{gzipped(text), utf16Of(string(text), binary.LittleEndian, true)} {
		path := filepath.Join(t.TempDir(), "run.txt")
		fixture.Check(t, os.WriteFile(path, packed, 0o644))
		w, _, err := results.Resume(path)
		if bad := (*results.InputError)(nil); w != nil || !errors.As(err, &bad) {
			t.Fatalf("continued: %v", err)
		}
		if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, packed) {
			t.Errorf("the file was changed: %v", err)
		}
	}
}
