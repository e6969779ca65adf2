package impls

import (
	"fmt"
	"path"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
)

// PanicPlace tells where the panic came from that a deferred function has
// recovered from: "world.go:57 in main.(*world).Run". It is the innermost place
// that is not of Go's own packages, "" if there is none.
func PanicPlace() string {
	var pcs [128]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	panicking := false
	for {
		f, more := frames.Next()
		switch {
		case f.Function == "runtime.gopanic":
			panicking = true
		case panicking && !ofGo(f.Function):
			return fmt.Sprintf("%s/%s:%d in %s", path.Base(path.Dir(filepath.ToSlash(f.File))), path.Base(filepath.ToSlash(f.File)), f.Line, f.Function[strings.LastIndexByte(f.Function, '/')+1:])
		}
		if !more {
			return ""
		}
	}
}

// ofGo tells whether a function is of the standard library: its packages have no
// dot in the first element of their path, which main and modules without a
// domain have not either.
func ofGo(function string) bool {
	first, _, nested := strings.Cut(function, "/")
	if !nested {
		first, _, _ = strings.Cut(function, ".")
	}
	if strings.Contains(first, ".") || first == "main" {
		return false
	}
	build, ok := debug.ReadBuildInfo()
	return !ok || first != strings.Split(build.Main.Path, "/")[0]
}
