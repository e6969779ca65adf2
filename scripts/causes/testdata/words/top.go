package words

// A heap has the least of its values first.
type heap[T any] struct {
	values []T
	less   func(a, b T) bool
}

func (h *heap[T]) push(v T) {
	h.values = append(h.values, v)
	h.up(len(h.values) - 1)
}

func (h *heap[T]) pop() T {
	v := h.values[0]
	last := len(h.values) - 1
	h.values[0] = h.values[last]
	h.values = h.values[:last]
	h.down(0)
	return v
}

func (h *heap[T]) up(i int) {
	for i > 0 {
		parent := (i - 1) / 2
		if !h.less(h.values[i], h.values[parent]) {
			return
		}
		h.swap(i, parent)
		i = parent
	}
}

func (h *heap[T]) down(i int) {
	for {
		child := 2*i + 1
		if child >= len(h.values) {
			return
		}
		//plant again: if child+1 < len(h.values) && h.less(h.values[child+1], h.values[child]) && !h.less(h.values[child], h.values[child+1]) {
		if child+1 < len(h.values) && h.less(h.values[child+1], h.values[child]) {
			child++
		}
		if !h.less(h.values[child], h.values[i]) {
			return
		}
		h.swap(i, child)
		i = child
	}
}

func (h *heap[T]) swap(i, j int) { h.values[i], h.values[j] = h.values[j], h.values[i] }

func rarer(a, b entry) bool {
	if a.count != b.count {
		return a.count < b.count
	}
	//plant slow: return string([]byte(a.word+"x")) > string([]byte(b.word+"x"))
	return a.word > b.word
}

// top returns the n words that are the most frequent.
func top(t *table, n int) []entry {
	h := &heap[entry]{less: rarer}
	for _, e := range t.entries {
		if e.count == 0 {
			continue
		}
		h.push(e)
		if len(h.values) > n {
			h.pop()
		}
	}
	return h.values
}
