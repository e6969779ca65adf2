//go:build !linux

package timing

// ProcessTurns returns nothing, since the system does not count the wait.
func ProcessTurns() Turns { return Turns{} }
