// Command parquet is ecsbench with the export of Parquet. It is a module of its own, because the
// libraries for Parquet are a quarter of a program that contains them. The command
// "ecsbench export --to parquet" builds it when it is first used.
package main

import "github.com/ecsbench/ecsbench/cmd"

func main() {
	cmd.AddExporter("parquet", write)
	cmd.Main()
}
