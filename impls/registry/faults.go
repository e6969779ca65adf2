//go:build faults

package registry

import "github.com/ecsbench/ecsbench/impls/faulty"

func init() { all = append(all, faulty.Implementation) }
