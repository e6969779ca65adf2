// Command ownimpl is ecsbench with an implementation of ours beside those of
// the project:
//
//	go run . run --verify --impl ownimpl
//	go run . run --impl ownimpl,ecs,soa --scenario iterate
//
// As the program starts itself for every sample, cmd.Main is all that main does.
package main

import "github.com/ecsbench/ecsbench/cmd"

func main() { cmd.Main(Implementation) }
