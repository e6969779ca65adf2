// Package machine tells what on this machine spoils measurements, and what to
// do about it.
//
//  1. [Read] collects a [Condition] for everything that can be learnt: what the
//     operating system says of frequency scaling, turbo, neighbours, load,
//     battery and memory, and what a short measurement shows of the clock and
//     of interruptions.
//  2. Each condition is a sentence about the present state; where it spoils
//     measurements it carries the remedy.
//
// What the operating system says is read on Linux; on other systems the
// conditions that need it are left out and said to be.
package machine

import "github.com/ecsbench/ecsbench/results"

// A Condition is one thing that was looked at, as it goes on record.
type Condition = results.Condition
