package profiler

type Memory struct{}
type GC struct{}
