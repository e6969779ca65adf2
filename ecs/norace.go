//go:build !race

package ecs

const checked = false
