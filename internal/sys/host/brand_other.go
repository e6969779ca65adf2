//go:build !linux || !(386 || amd64)

package host

import "github.com/klauspost/cpuid/v2"

func brandName() string { return cpuid.CPU.BrandName }
