package impls

// Choices are those of a [Machine]. A *rand.Rand of math/rand/v2 makes random ones.
type Choices interface {
	// IntN returns a number from 0 to n-1; n is at least 1.
	IntN(n int) int
}

// Bytes are choices by the bytes of a fuzzer: two for each choice. After the last byte all choices
// are 0.
type Bytes struct{ rest []byte }

// NewBytes returns choices by these bytes.
func NewBytes(data []byte) *Bytes { return &Bytes{data} }

// Empty reports whether all bytes are used.
func (b *Bytes) Empty() bool { return len(b.rest) == 0 }

// IntN is that of [Choices].
func (b *Bytes) IntN(n int) int {
	number := 0
	for range 2 {
		if len(b.rest) > 0 {
			number = number<<8 | int(b.rest[0])
			b.rest = b.rest[1:]
		}
	}
	return number % n
}
