module github.com/ecsbench/ecsbench/recorder

go 1.24
