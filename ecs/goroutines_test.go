package ecs_test

import (
	"testing"

	"github.com/ecsbench/ecsbench/ecs"
)

// Use by two goroutines at once is found: an observer waits inside of a change of one of them.
func TestChangesOfTwoGoroutines(t *testing.T) {
	w := ecs.New()
	store := &slowStore{healthStore: healthStore{}, began: make(chan bool), ends: make(chan bool)}
	check(t, ecs.DefineIn(w, store), ecs.Define[Position](w))
	e := spawned(t, w, Position{}, Health{})
	var m ecs.Map1[Position]
	check(t, m.Bind(w))
	store.waits = true
	go func() {
		_ = ecs.TryRemove[Health](w, e)
		close(store.began)
	}()
	<-store.began
	_, err := m.New(Position{})
	wants(t, err, "create", "another goroutine", "mutex")
	wants(t, m.Add(e, Position{}), "another goroutine")
	wants(t, w.Destroy(e), "destroy", "another goroutine")
	wants(t, w.Tick(1), "tick", "another goroutine")
	store.ends <- true
	<-store.began
	spawned(t, w, Position{})
}

// A slowStore waits in each deletion.
type slowStore struct {
	healthStore
	waits       bool
	began, ends chan bool
}

func (s *slowStore) Delete(ids []ecs.ID) {
	if s.waits {
		s.began <- true
		<-s.ends
	}
	s.healthStore.Delete(ids)
}
