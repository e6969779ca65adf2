//go:build !linux

package measure

// ProcessTurns returns nothing, since the system does not count the wait.
func ProcessTurns() Turns { return Turns{} }
