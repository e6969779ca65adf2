// Release builds the files of a release and tests them, see docs/releasing.md:
//
//	go run -C scripts ./release v1.2.3              into dist, without a tag
//	go run -C scripts ./release -tag v1.2.3         and tags the commit
//
// It works in a fresh clone of the commit that is checked out. Nothing is pushed: the last lines
// are the commands that do it.
package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"
	modzip "golang.org/x/mod/zip"

	"github.com/ecsbench/ecsbench/scripts/program"
)

const modulePath = "github.com/ecsbench/ecsbench"

// modules are the folders of the published modules.
var modules = []string{"", "ecs", "parquet", "recorder"}

func main() {
	tag := flag.Bool("tag", false, "tag the commit in this repository, after everything has succeeded")
	platforms := flag.String("platforms", "linux/amd64,linux/arm64,darwin/amd64,darwin/arm64,windows/amd64", "systems to build for")
	flag.Parse()
	program.Main("release", func(scratch string) bool {
		r := release{version: flag.Arg(0), clone: filepath.Join(scratch, "clone"), dist: program.Must(filepath.Abs("dist"))}
		r.check()
		r.build(strings.Split(*platforms, ","))
		r.install(filepath.Join(scratch, "proxy"))
		if *tag {
			for _, name := range r.tags() {
				run(".", nil, "git", "tag", "-a", "-m", name, name)
			}
			run(".", nil, "git", "tag", "-f", semver.Major(r.version))
		}
		fmt.Printf("\nfiles in %s\n", r.dist)
		if !*tag {
			fmt.Printf("nothing is tagged; next: go run -C scripts ./release -tag %s\n", r.version)
			return true
		}
		fmt.Println("publish them with:")
		fmt.Printf("  git push origin %s\n", strings.Join(r.tags(), " "))
		fmt.Printf("  git push --force origin refs/tags/%s   # which `uses: ecsbench/ecsbench@%[1]s` follows\n", semver.Major(r.version))
		fmt.Printf("  gh release create %s dist/*\n", r.version)
		return true
	})
}

// A release is one version, in a clone of the repository.
type release struct{ version, clone, dist string }

// tags lists the tags: Go finds the version of a module in a folder by the folder's name.
func (r *release) tags() (list []string) {
	for _, folder := range modules {
		list = append(list, strings.TrimPrefix(folder+"/"+r.version, "/"))
	}
	return list
}

// check rejects what cannot be released.
func (r *release) check() {
	if !semver.IsValid(r.version) || semver.Canonical(r.version) != r.version || semver.Major(r.version) > "v1" {
		program.Check(fmt.Errorf("version %q: use a semantic version such as v1.2.3; v2 needs another module path", r.version))
	}
	if changed := run(".", nil, "git", "status", "--porcelain"); changed != "" {
		program.Check(fmt.Errorf("uncommitted changes: commit them first:\n%s", changed))
	}
	for _, name := range r.tags() {
		if run(".", nil, "git", "tag", "--list", name) != "" {
			program.Check(fmt.Errorf("the tag %s exists: a version is never changed, use the next one", name))
		}
	}
	for _, old := range append(program.Must(filepath.Glob(filepath.Join(r.dist, "ecsbench_v*"))), filepath.Join(r.dist, "SHA256SUMS")) {
		program.Check(os.RemoveAll(old))
	}
	program.Check(os.MkdirAll(r.dist, 0o755))
	run(".", nil, "git", "clone", "-q", "--no-hardlinks", ".", r.clone)
	for _, name := range r.tags() {
		run(r.clone, nil, "git", "-c", "user.name=release", "-c", "user.email=release@localhost", "tag", "-a", "-m", name, name)
	}
}

// build writes an archive of the program for each platform, and their checksums.
func (r *release) build(platforms []string) {
	var sums []string
	for _, platform := range platforms {
		system, processor, ok := strings.Cut(platform, "/")
		if !ok {
			program.Check(fmt.Errorf("platform %q: use a system and a processor, such as linux/amd64", platform))
		}
		name, suffix := "ecsbench", ".tar.gz"
		if system == "windows" {
			name, suffix = "ecsbench.exe", ".zip"
		}
		built := filepath.Join(filepath.Dir(r.clone), name)
		run(r.clone, []string{"GOOS=" + system, "GOARCH=" + processor, "CGO_ENABLED=0", "GOFLAGS="}, "go", "build", "-trimpath", "-buildvcs=true", "-o", built, "./cmd/ecsbench")
		if system == runtime.GOOS && processor == runtime.GOARCH {
			r.expectVersion(built)
		}
		file := fmt.Sprintf("ecsbench_%s_%s_%s%s", r.version, system, processor, suffix)
		program.Check(pack(filepath.Join(r.dist, file), built, filepath.Join(r.clone, "LICENSE"), filepath.Join(r.clone, "README.md")))
		sums = append(sums, fmt.Sprintf("%x  %s\n", sha256.Sum256(program.Must(os.ReadFile(filepath.Join(r.dist, file)))), file))
		fmt.Println("built", file)
	}
	program.Check(os.WriteFile(filepath.Join(r.dist, "SHA256SUMS"), []byte(strings.Join(sums, "")), 0o644))
}

// expectVersion runs a program and compares its version.
func (r *release) expectVersion(path string) {
	if printed := run(".", nil, path, "version"); !strings.HasPrefix(printed, "ecsbench "+r.version+"\n") {
		program.Check(fmt.Errorf("%s version prints another version than %s:\n%s", path, r.version, printed))
	}
}

// install tests `go install` of the version, from a module proxy in a folder. A module with a
// replacement in its go.mod, or without one of its files, would fail here.
func (r *release) install(proxy string) {
	for _, folder := range modules {
		v := module.Version{Path: strings.TrimSuffix(modulePath+"/"+folder, "/"), Version: r.version}
		dir := filepath.Join(proxy, filepath.FromSlash(program.Must(module.EscapePath(v.Path))), "@v")
		program.Check(os.MkdirAll(dir, 0o755))
		file := program.Must(os.Create(filepath.Join(dir, r.version+".zip")))
		program.Check(modzip.CreateFromVCS(file, v, r.clone, "HEAD", folder))
		program.Check(file.Close())
		mod := program.Must(os.ReadFile(filepath.Join(r.clone, folder, "go.mod")))
		program.Check(os.WriteFile(filepath.Join(dir, r.version+".mod"), mod, 0o644))
		info := fmt.Sprintf(`{"Version":%q,"Time":%q}`, r.version, time.Now().UTC().Format(time.RFC3339))
		program.Check(os.WriteFile(filepath.Join(dir, r.version+".info"), []byte(info), 0o644))
		program.Check(os.WriteFile(filepath.Join(dir, "list"), []byte(r.version+"\n"), 0o644))
	}
	bin := filepath.Join(filepath.Dir(proxy), "bin")
	command := modulePath + "/cmd/ecsbench@" + r.version
	// A module cache of its own, because nobody has published this version yet. The other modules
	// come from the usual cache, which has the form of a proxy.
	known := filepath.Join(run(".", nil, "go", "env", "GOMODCACHE"), "cache", "download")
	env := []string{
		"GOPROXY=" + strings.Join([]string{"file://" + filepath.ToSlash(proxy), "file://" + filepath.ToSlash(known), run(".", nil, "go", "env", "GOPROXY")}, ","),
		"GONOSUMDB=" + modulePath + "," + modulePath + "/*", "GOBIN=" + bin, "GOFLAGS=-modcacherw", "GOWORK=off", "GOMODCACHE=" + filepath.Join(filepath.Dir(proxy), "modules"),
	}
	run(filepath.Dir(proxy), env, "go", "install", command)
	installed := filepath.Join(bin, "ecsbench")
	if runtime.GOOS == "windows" {
		installed += ".exe"
	}
	r.expectVersion(installed)
	// The program downloads module ecs in its own version.
	run(filepath.Dir(proxy), env, installed, "run", "--impl", "ecs", "--scenario", "iterate", "--emit", "programs")
	program.Must(os.Stat(filepath.Join(filepath.Dir(proxy), "programs", "ecs", "iterate", "ecs", "world.go")))
	fmt.Println("go install", command, "works, and finds package ecs")
}

// pack writes an archive of files.
func pack(path string, files ...string) error {
	out, err := os.Create(path)
	if err != nil {
		return err
	}
	defer out.Close()
	var add func(name string, info os.FileInfo) (io.Writer, error)
	var finish []io.Closer
	if strings.HasSuffix(path, ".zip") {
		w := zip.NewWriter(out)
		finish = []io.Closer{w}
		add = func(name string, _ os.FileInfo) (io.Writer, error) { return w.Create(name) }
	} else {
		packed := gzip.NewWriter(out)
		w := tar.NewWriter(packed)
		finish = []io.Closer{w, packed}
		add = func(name string, info os.FileInfo) (io.Writer, error) {
			return w, w.WriteHeader(&tar.Header{Name: name, Size: info.Size(), Mode: int64(info.Mode().Perm())})
		}
	}
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil {
			return err
		}
		to, err := add(filepath.Base(file), info)
		if err != nil {
			return err
		}
		from, err := os.Open(file)
		if err != nil {
			return err
		}
		_, err = io.Copy(to, from)
		from.Close()
		if err != nil {
			return err
		}
	}
	for _, f := range finish {
		if err := f.Close(); err != nil {
			return err
		}
	}
	return out.Close()
}

// run runs a command and returns what it prints.
func run(dir string, env []string, name string, args ...string) string {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		program.Check(fmt.Errorf("%s %s: %w\n%s", filepath.Base(name), strings.Join(args, " "), err, strings.TrimSpace(stderr.String())))
	}
	return strings.TrimSpace(string(out))
}
