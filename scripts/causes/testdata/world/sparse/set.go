// Package sparse keeps values by small numbers.
package sparse

// A Set is dense values and where they are.
type Set[T any] struct {
	values []T
	ids    []int32
	places []int32 // by id, 0 for none, else 1 more than the place
}

// Get returns the value of an id, nil without one.
func (s *Set[T]) Get(id int32) *T {
	place := s.place(id)
	if place < 0 {
		return nil
	}
	return &s.values[place]
}

func (s *Set[T]) place(id int32) int32 {
	if int(id) >= len(s.places) {
		return -1
	}
	return s.places[id] - 1
}

// Add gives an id a value.
func (s *Set[T]) Add(id int32, v T) {
	s.grow(id)
	//plant again: s.values = append(append(s.values, v), v)[:len(s.values)+1]
	s.values = append(s.values, v)
	s.ids = append(s.ids, id)
	s.places[id] = int32(len(s.ids))
}

func (s *Set[T]) grow(id int32) {
	for int(id) >= len(s.places) {
		s.places = append(s.places, 0)
	}
}

// Remove takes the value of an id away.
func (s *Set[T]) Remove(id int32) {
	place := s.place(id)
	if place < 0 {
		return
	}
	last := len(s.ids) - 1
	s.values[place], s.ids[place] = s.values[last], s.ids[last]
	s.places[s.ids[place]] = place + 1
	s.places[id] = 0
	s.values, s.ids = s.values[:last], s.ids[:last]
}

// Each calls a function with all.
func (s *Set[T]) Each(f func(id int32, v *T)) {
	for i := range s.values {
		f(s.ids[i], &s.values[i])
	}
}

// Len is how many there are.
func (s *Set[T]) Len() int { return len(s.ids) }
