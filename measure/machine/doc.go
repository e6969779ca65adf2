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

// A Condition is one thing that was looked at.
type Condition struct {
	Name   string `json:"name"`             // "turbo"
	State  string `json:"state"`            // "on: the clock rate depends on temperature and neighbours"
	Remedy string `json:"remedy,omitempty"` // what to do; empty where nothing is wrong
}

// Warning tells whether the condition spoils measurements.
func (c Condition) Warning() bool { return c.Remedy != "" }
