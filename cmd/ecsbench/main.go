// Command ecsbench measures Entity-Component-System storage designs, compares
// the results and tells whether a change made them slower. Its verbs are in
// package cmd.
package main

import "github.com/ecsbench/ecsbench/cmd"

func main() { cmd.Main() }
