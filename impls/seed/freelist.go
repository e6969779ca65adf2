package seed

// ReuseOrder is the order in which free IDs are used again.
type ReuseOrder string

const (
	// LastFirst reuses the ID freed last: the cheapest order, and its data is
	// likely still in the cache.
	LastFirst ReuseOrder = "last"
	// LowestFirst reuses the lowest free ID. IDs stay dense and new entities are in ascending
	// order, at the cost of a heap.
	LowestFirst ReuseOrder = "lowest"
)

type freeList interface {
	Push(ID)
	Pop() ID
	Len() int
}

type stack struct{ ids []ID }

func (s *stack) Len() int   { return len(s.ids) }
func (s *stack) Push(id ID) { s.ids = append(s.ids, id) }

func (s *stack) Pop() ID {
	last := len(s.ids) - 1
	id := s.ids[last]
	s.ids = s.ids[:last]
	return id
}

// A minHeap is a binary heap. It is written out because container/heap boxes
// every element, which would allocate for each entity destroyed.
type minHeap struct{ ids []ID }

func (h *minHeap) Len() int { return len(h.ids) }

func (h *minHeap) Push(id ID) {
	h.ids = append(h.ids, id)
	i := len(h.ids) - 1
	for i > 0 {
		parent := (i - 1) / 2
		if h.ids[parent] <= id {
			break
		}
		h.ids[i] = h.ids[parent]
		i = parent
	}
	h.ids[i] = id
}

func (h *minHeap) Pop() ID {
	lowest := h.ids[0]
	last := len(h.ids) - 1
	sinking := h.ids[last]
	h.ids = h.ids[:last]
	i := 0
	for {
		child := 2*i + 1
		if child >= last {
			break
		}
		if child+1 < last && h.ids[child+1] < h.ids[child] {
			child++
		}
		if h.ids[child] >= sinking {
			break
		}
		h.ids[i] = h.ids[child]
		i = child
	}
	if last > 0 {
		h.ids[i] = sinking
	}
	return lowest
}
