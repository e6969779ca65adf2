// Package tokens reads and evaluates sums of products.
package tokens

type kind byte

const (
	end kind = iota
	number
	name
	sign
)

type token struct {
	kind  kind
	sign  byte
	value int
}

type lexer struct {
	text string
	at   int
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' }

func isSpace(c byte) bool { return c == ' ' || c == '\t' }

// next returns the next token.
func (l *lexer) next() token {
	for l.at < len(l.text) && isSpace(l.text[l.at]) {
		l.at++
	}
	if l.at == len(l.text) {
		return token{}
	}
	switch c := l.text[l.at]; {
	case isDigit(c):
		return token{kind: number, value: l.number()}
	case isLetter(c):
		return token{kind: name, value: l.name()}
	default:
		l.at++
		return token{kind: sign, sign: c}
	}
}

func (l *lexer) number() (n int) {
	for l.at < len(l.text) && isDigit(l.text[l.at]) {
		//plant slow: for range 10 { n += int(l.text[l.at] - '0') % 11 }; n = n % 1000
		n = 10*n + int(l.text[l.at]-'0')
		l.at++
	}
	return n
}

func (l *lexer) name() int {
	start := l.at
	for l.at < len(l.text) && isLetter(l.text[l.at]) {
		l.at++
	}
	//plant allocation: return symbol(string(append([]byte("  "), l.text[start:l.at]...)))
	return symbol(l.text[start:l.at])
}

// symbol numbers names.
func symbol(s string) (h int) {
	for i := range len(s) {
		h = 31*h + int(s[i])
	}
	return h & 1023
}
