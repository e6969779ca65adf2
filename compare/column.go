package compare

// Values are kept in blocks of blockLen floats, blocks in pages of
// pageBlocks. Most cells of a benchmark file hold few values, and nothing of
// this holds a pointer that the garbage collector would have to follow.
const (
	blockLen   = 4
	pageBlocks = 4096
)

// A column is a growing list of values inside a [columns].
type column struct {
	head, tail uint32 // blocks
	n          uint32 // values
}

// columns is the storage that many lists of float64 share.
type columns struct {
	pages  []*page
	blocks uint32 // in use
}

type page struct {
	values [pageBlocks][blockLen]float64
	next   [pageBlocks]uint32 // for each block, the block after it in its list
}

func (s *columns) next(block uint32) *uint32 {
	return &s.pages[block/pageBlocks].next[block%pageBlocks]
}

// add appends v to the list c.
func (s *columns) add(c *column, v float64) {
	at := c.n % blockLen
	if at == 0 {
		b := s.blocks
		s.blocks++
		if b%pageBlocks == 0 {
			s.pages = append(s.pages, new(page))
		}
		if c.n == 0 {
			c.head = b
		} else {
			*s.next(c.tail) = b
		}
		c.tail = b
	}
	s.pages[c.tail/pageBlocks].values[c.tail%pageBlocks][at] = v
	c.n++
}

// appendTo appends the values of c to dst, in the order they were added.
func (s *columns) appendTo(dst []float64, c column) []float64 {
	b := c.head
	for left := c.n; left > 0; {
		k := min(left, blockLen)
		dst = append(dst, s.pages[b/pageBlocks].values[b%pageBlocks][:k]...)
		if left -= k; left > 0 {
			b = *s.next(b)
		}
	}
	return dst
}
