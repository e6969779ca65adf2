package profiles

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/token"
)

// Limits of a file. Real profiles have a few lines. YAML parsers need unbounded memory and
// time for hostile input.
const (
	maxBytes = 64 << 10
	maxWords = 4096 // tokens of YAML
	maxDepth = 16   // lists and mappings within each other
)

// readFile reads at most the permitted size of a profile.
func readFile(path string) ([]byte, error) {
	// Opening a named pipe waits for its writer. Those in /dev have one.
	if info, err := os.Stat(path); err == nil && info.Mode()&os.ModeNamedPipe != 0 && !strings.HasPrefix(path, "/dev/") {
		return nil, fmt.Errorf("%s: want a file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxBytes+1))
}

// plain removes the byte-order mark and rejects YAML that profiles do not use: anchors,
// aliases, tags, directives, further documents and oversized input. It checks tokens, because
// building the tree of such input can exhaust memory or panic.
func plain(file string, text []byte) ([]byte, error) {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	switch {
	case len(text) > maxBytes:
		return nil, fmt.Errorf("%s: the file is too large for a profile: want at most %d bytes", file, maxBytes)
	case !utf8.Valid(text):
		return nil, fmt.Errorf("%s: the file is not text in UTF-8", file)
	case bytes.HasPrefix(text, []byte("kinds:")) || bytes.Contains(text, []byte("\nkinds:")):
		return nil, fmt.Errorf("%s: the file is a world file, not a profile; measure it with: ecsbench world run %[1]s", file)
	}
	words := lexer.Tokenize(string(text))
	if len(words) > maxWords {
		return nil, fmt.Errorf("%s: the file has %d words and signs of YAML: want at most %d", file, len(words), maxWords)
	}
	var nesting nesting
	begun, ended := false, false
	for i, word := range words {
		refuse := func(what string) error {
			return fmt.Errorf("%s:%d:%d: %s", file, word.Position.Line, word.Position.Column, what)
		}
		if word.Type == token.CommentType {
			continue
		}
		if ended || begun && word.Type == token.DocumentHeaderType {
			return nil, refuse("a second document: want one profile in a file")
		}
		begun = true
		switch word.Type {
		case token.AnchorType, token.AliasType, token.MergeKeyType:
			return nil, refuse("anchors and aliases are not part of profiles: write the values out")
		case token.TagType:
			return nil, refuse("tags are not part of profiles: write the value without it")
		case token.DirectiveType:
			return nil, refuse("directives are not part of profiles: leave the line out")
		case token.MappingKeyType:
			return nil, refuse("keys with ? are not part of profiles: write key: value")
		case token.DocumentEndType:
			ended = true
		}
		isName := i >= 2 && words[i-1].Type == token.MappingValueType && words[i-2].Value == "name"
		if !isName && !wholeOrText(word) {
			return nil, refuse(fmt.Sprintf("%q: want a whole number such as 48 or 1e5, without quotes", word.Value))
		}
		if nesting.add(word) > maxDepth {
			return nil, refuse(fmt.Sprintf("lists and mappings within each other more than %d deep", maxDepth))
		}
	}
	return text, nil
}

// nesting computes the depth of tokens: open brackets, plus open block entries and keys that
// begin on the same line or further left.
type nesting struct {
	brackets int
	columns  []int // of open entries and keys of blocks, ascending
}

func (n *nesting) add(word *token.Token) int {
	column := word.Position.Column
	switch word.Type {
	case token.SequenceStartType, token.MappingStartType:
		n.brackets++
	case token.SequenceEndType, token.MappingEndType:
		n.brackets--
	case token.SequenceEntryType, token.MappingValueType:
		if word.Type == token.MappingValueType && word.Prev != nil {
			column = word.Prev.Position.Column // of the key
		}
		for len(n.columns) > 0 && n.columns[len(n.columns)-1] >= column {
			n.columns = n.columns[:len(n.columns)-1]
		}
		n.columns = append(n.columns, column)
	}
	return n.brackets + len(n.columns)
}

// wholeOrText reports whether a token is a decimal integer or not a number. The YAML parser
// would truncate 48.5 to 48 and accept "48" and 060.
func wholeOrText(word *token.Token) bool {
	v, err := strconv.ParseFloat(word.Value, 64)
	switch word.Type {
	case token.StringType: // such as 1e5
		return err != nil || v == math.Trunc(v) && math.Abs(v) < 1<<53
	case token.SingleQuoteType, token.DoubleQuoteType:
		return err != nil
	case token.FloatType, token.OctetIntegerType, token.HexIntegerType, token.BinaryIntegerType, token.InfinityType, token.NanType:
		return false
	}
	return true
}
