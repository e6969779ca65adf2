//go:build !unix

package results

const nonblocking = 0
