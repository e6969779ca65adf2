package snapshot_test

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

// No command in the settings of a repository is executed, also if attributes name it and a side is
// the working tree.
func TestNoCommandOfTheSettingsIsExecuted(t *testing.T) {
	fixture.Long(t)
	if runtime.GOOS == "windows" {
		t.Skip("commands are scripts for sh")
	}
	t.Parallel()
	for name, trap := range map[string]func(t *testing.T, dir, command string, set func(...string)){
		"filters": func(t *testing.T, dir, command string, set func(...string)) {
			write(t, dir, ".gitattributes", "*.txt filter=trap diff=trap merge=trap\n")
			set("filter.trap.clean", command+"; cat")
			set("filter.trap.smudge", command+"; cat")
			set("diff.trap.textconv", command)
			set("diff.trap.command", command)
			set("diff.external", command)
			set("merge.trap.driver", command)
		},
		"required filters": func(t *testing.T, dir, command string, set func(...string)) {
			write(t, dir, ".git/info/attributes", "* filter=trap\n")
			set("filter.trap.clean", command+"; cat")
			set("filter.trap.smudge", command+"; cat")
			set("filter.trap.required", "true")
		},
		"a filter process": func(t *testing.T, dir, command string, set func(...string)) {
			write(t, dir, ".gitattributes", "* filter=trap\n")
			set("filter.trap.process", command)
		},
		"hooks and monitors": func(t *testing.T, dir, command string, set func(...string)) {
			for _, hook := range []string{"post-index-change", "post-checkout", "reference-transaction", "pre-auto-gc", "fsmonitor-watchman"} {
				script(t, filepath.Join(dir, ".git", "mine", hook), command)
			}
			set("core.hooksPath", filepath.Join(dir, ".git", "mine"))
			set("core.fsmonitor", command)
		},
		"signatures": func(t *testing.T, dir, command string, set func(...string)) {
			script(t, filepath.Join(dir, ".git", "gpg"), "cat > /dev/null; printf '\\n[GNUPG:] SIG_CREATED \\n' >&2; echo -----BEGIN PGP SIGNATURE-----; echo -----END PGP SIGNATURE-----")
			set("gpg.program", filepath.Join(dir, ".git", "gpg"))
			runGit(t, dir, "commit", "-q", "-S", "-m", "signed", "--allow-empty")
			script(t, filepath.Join(dir, ".git", "gpg"), command)
			set("log.showSignature", "true")
		},
		"editors and pagers": func(t *testing.T, dir, command string, set func(...string)) {
			for _, key := range []string{"core.pager", "core.editor", "core.askPass", "core.sshCommand", "core.alternateRefsCommand", "credential.helper", "sequence.editor"} {
				set(key, "!"+command)
			}
			for _, verb := range []string{"log", "rev-parse", "read-tree"} {
				set("alias."+verb, "!"+command)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir, sprung := newRepository(t), filepath.Join(t.TempDir(), "sprung")
			trap(t, dir, "echo x >> "+sprung, func(args ...string) { t.Helper(); runGit(t, dir, append([]string{"config"}, args...)...) })
			os.Remove(sprung) // what setting the trap has sprung
			write(t, dir, "kept.txt", "changed in the working tree")
			before := state(t, dir)
			repo := open(t, dir)
			files, tree := export(t, repo, ".")
			first, base := export(t, repo, "first")
			head, err := repo.Resolve(context.Background(), "HEAD")
			fixture.Check(t, err)
			if _, err := repo.Since(context.Background(), base, head); err != nil {
				t.Error(err)
			}
			if list, err := repo.Changes(context.Background(), base, tree, "kept.txt"); err != nil || len(list) == 0 || list[0].By != "the working tree" || list[0].Before != "two" || list[0].After != "changed in the working tree" {
				t.Error(list, err)
			}
			if files["kept.txt"] != "changed in the working tree" || first["kept.txt"] != "one" {
				t.Errorf(". holds %q, first %q", files["kept.txt"], first["kept.txt"])
			}
			if what, err := os.ReadFile(sprung); err == nil {
				t.Errorf("executed %d times", strings.Count(string(what), "x"))
			}
			same(t, before, state(t, dir))
			if strings.Contains(name, "filter") && len(tree.Filtered) == 0 {
				t.Error("filtered files are not reported")
			}
		})
	}
}

// Objects that are missing are never fetched: the error is one line with the remedy.
func TestMissingObjectsAreNotFetched(t *testing.T) {
	fixture.Long(t)
	if runtime.GOOS == "windows" {
		t.Skip("commands are scripts for sh")
	}
	t.Parallel()
	origin := newRepository(t)
	runGit(t, origin, "config", "uploadpack.allowFilter", "true")
	for name, set := range map[string][2]string{
		"upload-pack": {"remote.origin.uploadpack", "echo x >> SPRUNG; git-upload-pack"},
		"ext":         {"remote.origin.url", "ext::sh -c 'echo x >> SPRUNG'"},
	} {
		dir, sprung := filepath.Join(t.TempDir(), "copy"), filepath.Join(t.TempDir(), "sprung")
		runGit(t, origin, "clone", "-q", "--template=", "--no-checkout", "--filter=blob:none", "file://"+origin, dir)
		runGit(t, dir, "config", "protocol.ext.allow", "always")
		runGit(t, dir, "config", set[0], strings.ReplaceAll(set[1], "SPRUNG", sprung))
		repo := open(t, dir)
		v, err := repo.Resolve(context.Background(), "first")
		if err == nil {
			err = v.Export(context.Background(), filepath.Join(t.TempDir(), "out"))
		}
		if err == nil || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "git fetch --refetch") {
			t.Errorf("%s: %v", name, err)
		}
		// A commit that is nowhere is asked for as well.
		if _, err := repo.Resolve(context.Background(), strings.Repeat("12345", 8)); err == nil {
			t.Error("a commit that is nowhere was found")
		}
		if what, err := os.ReadFile(sprung); err == nil {
			t.Errorf("%s: executed %d times", name, strings.Count(string(what), "x"))
		}
		// The remedy helps.
		runGit(t, dir, "config", "remote.origin.url", "file://"+origin)
		runGit(t, dir, "config", "remote.origin.uploadpack", "git-upload-pack")
		runGit(t, dir, "fetch", "-q", "--refetch", "--no-filter")
		if files, _ := export(t, repo, "first"); files["kept.txt"] != "one" {
			t.Errorf("%s: %v", name, files)
		}
	}
}

// Files of Git LFS are pointers on both sides, and reported.
func TestGitLFS(t *testing.T) {
	t.Parallel()
	dir := newRepository(t)
	const pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n"
	write(t, dir, "data/large.bin", pointer)
	write(t, dir, ".gitattributes", "*.bin filter=lfs diff=lfs merge=lfs -text\n")
	runGit(t, dir, "add", "-A")
	runGit(t, dir, "commit", "-qm", "with LFS")
	write(t, dir, "data/large.bin", strings.Repeat("large ", 1000)) // as LFS leaves it
	repo := open(t, dir)
	for _, name := range []string{"HEAD", "."} {
		files, v := export(t, repo, name)
		if files["data/large.bin"] != pointer || v.Changed != 0 || !slices.Equal(v.Filtered, []string{"data/large.bin (lfs)"}) {
			t.Errorf("%s: %.20q, %d changed, filtered %q", name, files["data/large.bin"], v.Changed, v.Filtered)
		}
	}
}

// Settings that decide what files look like still hold.
func TestLineEnds(t *testing.T) {
	t.Parallel()
	dir := newRepository(t)
	write(t, dir, "lines.txt", "a\nb\n")
	runGit(t, dir, "add", "-A")
	runGit(t, dir, "commit", "-qm", "lines")
	runGit(t, dir, "config", "core.autocrlf", "true")
	if files, _ := export(t, open(t, dir), "HEAD"); files["lines.txt"] != "a\r\nb\r\n" {
		t.Errorf("%q", files["lines.txt"])
	}
}
