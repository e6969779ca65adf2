//go:build faults

package registry

import "github.com/ecsbench/ecsbench/impls/faulty"

func init() { hidden = append(hidden, faulty.Implementation) }
