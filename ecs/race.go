//go:build race

package ecs

// checked is whether maps report reads by systems whose parameters they are not. A look-up would take
// longer for it, so only programs that look for races do.
const checked = true
