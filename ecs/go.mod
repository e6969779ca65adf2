module github.com/ecsbench/ecsbench/ecs

go 1.24

// For the tests alone: an importer downloads nothing else.
require pgregory.net/rapid v1.3.0
