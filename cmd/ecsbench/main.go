// Command ecsbench measures Entity-Component-System libraries and storage designs, compares the
// results and detects regressions. Package cmd has its verbs.
package main

import "github.com/ecsbench/ecsbench/cmd"

func main() { cmd.Main() }
