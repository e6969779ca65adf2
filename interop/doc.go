// Package interop has tests with other programs. They read the output of ecsbench with DuckDB,
// and run the examples of scripts/scaleout. It is a module of its own, so that ecsbench does not
// depend on these programs.
package interop
