//go:build !linux

package child

import "os/exec"

func start(cmd *exec.Cmd) error { return cmd.Start() }

// endOrphans does nothing: only Linux lets a process adopt orphans.
func endOrphans(int) error { return nil }
