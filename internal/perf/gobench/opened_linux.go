package gobench

import (
	native "encoding/binary"
	"fmt"
	"syscall"
)

// mostWatched limits the watched paths; the system allows a user some thousands.
const mostWatched = 1000

// A watch notices which of some files and folders any process opens.
type watch struct{ fd int }

// watchFor begins to watch these paths, without those that are not there.
func watchFor(paths []string) (w watch, err error) {
	if len(paths) > mostWatched {
		return w, fmt.Errorf("%d paths are too many to watch", len(paths))
	}
	if w.fd, err = syscall.InotifyInit1(syscall.IN_CLOEXEC | syscall.IN_NONBLOCK); err != nil {
		return w, err
	}
	for _, path := range paths {
		if _, err := syscall.InotifyAddWatch(w.fd, path, syscall.IN_OPEN); err != nil && err != syscall.ENOENT {
			syscall.Close(w.fd)
			return w, err
		}
	}
	return w, nil
}

// end ends the watch, and reports whether something was opened.
func (w watch) end() bool {
	defer syscall.Close(w.fd)
	buffer := make([]byte, 64<<10)
	for {
		n, err := syscall.Read(w.fd, buffer)
		if err != nil {
			return err != syscall.EAGAIN
		}
		for at := 0; at+syscall.SizeofInotifyEvent <= n; {
			// A watched folder reports what is opened in it, too, with a name.
			name := native.NativeEndian.Uint32(buffer[at+12:])
			if name == 0 {
				return true
			}
			at += syscall.SizeofInotifyEvent + int(name)
		}
	}
}
