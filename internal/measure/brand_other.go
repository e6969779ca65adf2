//go:build !linux || !(386 || amd64)

package measure

import "github.com/klauspost/cpuid/v2"

func brandName() string { return cpuid.CPU.BrandName }
