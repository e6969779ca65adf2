package profiler

// CacheBy is a way to count references and misses.
type CacheBy string

// A Geometry is the caches that cachegrind simulates.
type Geometry struct{}

type Memory struct{}
type GC struct{}
type Cache struct{}
