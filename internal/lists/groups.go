package lists

// Groups has one value for each key, in the order in which the keys were first asked for.
type Groups[K comparable, V any] struct {
	List []V
	at   map[K]int
}

// Of returns the value of a key, and whether it is new. The pointer is valid until the next
// call.
func (g *Groups[K, V]) Of(key K) (value *V, fresh bool) {
	at, known := g.at[key]
	if !known {
		if g.at == nil {
			g.at = make(map[K]int)
		}
		at = len(g.List)
		g.at[key] = at
		g.List = append(g.List, *new(V))
	}
	return &g.List[at], !known
}
