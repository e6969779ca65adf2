//go:build !linux

package child

import "os/exec"

func start(cmd *exec.Cmd) error { return cmd.Start() }

// endOrphans is left to systems that let a process adopt orphans.
func endOrphans(int) error { return nil }
