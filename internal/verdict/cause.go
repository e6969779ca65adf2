package verdict

// OtherFunctions is in the place of a function for all functions that are not listed.
const OtherFunctions = "other functions"

// ByAllocations are causes found in profiles of all allocations.
const ByAllocations = "allocations"

// BySamples are causes found by a profiler instead of a count.
const BySamples = "samples"
