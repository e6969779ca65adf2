package outdir

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// Programs in a cache are executed, so a damaged or foreign one must not be. [SealProgram] stores
// the checksum of a program beside it, and [IntactProgram] compares it.

// sumSuffix is that of the file with the checksum.
const sumSuffix = ".sha256"

// SealProgram moves a built program to its place in the cache, and its checksum. Whatever the umask,
// only this user may write to both. The program stays in its place all the time if another process
// stores the same one.
func SealProgram(built, path string) error {
	sum, err := sumOf(built)
	for _, file := range ProgramFiles(path) {
		if info, missing := os.Lstat(file); missing == nil && !info.Mode().IsRegular() {
			err = errors.Join(err, os.RemoveAll(file)) // such as a folder
		}
	}
	if err = errors.Join(err, os.Chmod(built, 0o700)); err != nil {
		return err
	}
	if err := os.Rename(built, path); err != nil {
		return err
	}
	err = replace(path+sumSuffix, nil, os.Rename, func(w io.Writer) error {
		_, err := fmt.Fprintln(w, sum)
		return err
	})
	return errors.Join(err, os.Chmod(path+sumSuffix, 0o600))
}

// IntactProgram reports whether a program is as [SealProgram] left it, and only this user or root
// could have replaced it.
func IntactProgram(path string) bool {
	for _, file := range ProgramFiles(path) {
		info, err := os.Lstat(file)
		if err != nil || !info.Mode().IsRegular() || !ours(info) || writable(info) {
			return false
		}
	}
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode()&0o100 == 0 {
		return false // cannot be executed
	}
	want, err := os.ReadFile(path + sumSuffix)
	if err != nil {
		return false
	}
	sum, err := sumOf(path)
	return err == nil && sum == strings.TrimSpace(string(want))
}

// ProgramFiles lists the files of a program.
func ProgramFiles(path string) []string { return []string{path, path + sumSuffix} }

func sumOf(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", h.Sum(nil)), nil
}

// PrivateFolder makes a folder for programs that will be executed. It returns an error if others
// own it or may write to it, or may replace a folder above it.
func PrivateFolder(folder string) error {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	if folder, err = filepath.EvalSymlinks(folder); err != nil {
		return err
	}
	info, err := os.Stat(folder)
	switch {
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("%s is no folder", folder)
	case !ours(info):
		return fmt.Errorf("another user owns %s, and programs in it are executed: remove it, or set XDG_CACHE_HOME to a folder of your own", folder)
	case writable(info):
		return fmt.Errorf("others may write to %s, and programs in it are executed: use `chmod go-w %[1]s`, or set XDG_CACHE_HOME to a folder of your own", folder)
	}
	for above := filepath.Dir(folder); ; above = filepath.Dir(above) {
		info, err := os.Stat(above)
		if err != nil {
			return err
		}
		if shared(info) {
			return fmt.Errorf("everyone may replace folders in %s, and programs below it are executed: use `chmod o-w %[1]s`, or set XDG_CACHE_HOME to a folder of your own", above)
		}
		if above == filepath.Dir(above) {
			return nil
		}
	}
}

// shared reports whether everyone may replace files of others in a folder.
func shared(info fs.FileInfo) bool {
	return writable(info) && info.Mode().Perm()&0o002 != 0 && info.Mode()&fs.ModeSticky == 0
}
