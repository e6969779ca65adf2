package impls

import (
	"fmt"
	"path"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
)

// PanicPlace returns the origin of the panic that a deferred function has recovered:
// "world.go:57 in main.(*world).Run". It is the innermost place outside of the standard
// library, "" if there is none.
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

// ofGo reports whether a function is in the standard library. Its packages have no dot
// in the first element of their path; neither have main and modules without a domain.
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
