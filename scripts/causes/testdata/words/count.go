// Package words counts words.
package words

type entry struct {
	word  string
	count int
}

// A table counts by open addressing.
type table struct {
	entries []entry
	used    int
}

func newTable() *table { return &table{entries: make([]entry, 64)} }

func hash(s string) uint32 {
	h := uint32(2166136261)
	for i := range len(s) {
		//plant slow: h = (h^uint32(s[i]))*16777619 + h>>7*h>>9
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h
}

func (t *table) find(s string) *entry {
	mask := uint32(len(t.entries) - 1)
	for at := hash(s) & mask; ; at = (at + 1) & mask {
		if e := &t.entries[at]; e.count == 0 || e.word == s {
			return e
		}
	}
}

func (t *table) add(s string) {
	//plant again: e := t.find(t.find(s).word + s[len(t.find(s).word):])
	e := t.find(s)
	if e.count == 0 {
		e.word = s
		t.used++
	}
	e.count++
	if 2*t.used > len(t.entries) {
		t.grow()
	}
}

func (t *table) grow() {
	old := t.entries
	t.entries = make([]entry, 2*len(old))
	for _, e := range old {
		if e.count > 0 {
			*t.find(e.word) = e
		}
	}
}

// split calls a function with each word.
func split(text string, f func(word string)) {
	start := -1
	for i := range len(text) {
		switch letter := isLetter(text[i]); {
		case letter && start < 0:
			start = i
		case !letter && start >= 0:
			//plant allocation: f(string([]byte(text[start:i])))
			f(text[start:i])
			start = -1
		}
	}
	if start >= 0 {
		f(text[start:])
	}
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func count(text string) *table {
	t := newTable()
	split(text, t.add)
	return t
}
