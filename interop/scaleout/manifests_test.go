// Package scaleout tests what is in scripts/scaleout and the workflows: against
// the types that it has to be of, and by running it in local processes.
package scaleout

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rhysd/actionlint"
	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	"sigs.k8s.io/json"
	"sigs.k8s.io/yaml"
)

var root = filepath.Join("..", "..")

// strictly decodes as the API server does: a field that is not there is an error,
// and so is one in another case.
func strictly(document string, into any) error {
	text, err := yaml.YAMLToJSON([]byte(document))
	if err != nil {
		return err
	}
	unknown, err := json.UnmarshalStrict(text, into)
	return errors.Join(append(unknown, err)...)
}

// decode reads the documents of a manifest into types of the Kubernetes API;
// a field that they have not is an error.
func decode(t *testing.T, name string) (jobs []*batch.Job, claims []*core.PersistentVolumeClaim) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "scripts", "scaleout", name))
	if err != nil {
		t.Fatal(err)
	}
	for _, document := range strings.Split(string(text), "\n---\n") {
		var kind struct{ APIVersion, Kind string }
		if err := yaml.Unmarshal([]byte(document), &kind); err != nil {
			t.Fatal(err)
		}
		var into any
		switch kind.APIVersion + " " + kind.Kind {
		case "batch/v1 Job":
			jobs = append(jobs, &batch.Job{})
			into = jobs[len(jobs)-1]
		case "v1 PersistentVolumeClaim":
			claims = append(claims, &core.PersistentVolumeClaim{})
			into = claims[len(claims)-1]
		default:
			t.Fatalf("%s: unexpected %+v", name, kind)
		}
		if err := strictly(document, into); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	return jobs, claims
}

func TestManifestsAreOfTheAPI(t *testing.T) {
	jobs, claims := decode(t, "kubernetes.yaml")
	merges, _ := decode(t, "kubernetes-merge.yaml")
	if len(jobs) != 1 || len(claims) != 1 || len(merges) != 1 {
		t.Fatal(len(jobs), len(claims), len(merges))
	}
	job := jobs[0].Spec
	container := job.Template.Spec.Containers[0]
	env := make(map[string]string)
	for _, e := range container.Env {
		env[e.Name] = e.Value
	}
	// What the API server demands of an Indexed Job, and what has to agree.
	if *job.CompletionMode != batch.IndexedCompletion || *job.Completions != 8 || env["ECSBENCH_SHARDS"] != "8" || job.Template.Spec.RestartPolicy != core.RestartPolicyNever {
		t.Errorf("%+v", job)
	}
	if job.BackoffLimitPerIndex == nil || job.MaxFailedIndexes == nil || *job.MaxFailedIndexes > *job.Completions {
		t.Error("maxFailedIndexes goes with backoffLimitPerIndex and is at most completions")
	}
	for _, rule := range job.PodFailurePolicy.Rules {
		if (rule.OnExitCodes == nil) == (len(rule.OnPodConditions) == 0) {
			t.Errorf("a rule is about exit codes or conditions, one of both: %+v", rule)
		}
		if c := rule.OnExitCodes; c != nil && *c.ContainerName != container.Name {
			t.Errorf("no container %s", *c.ContainerName)
		}
	}
	for _, p := range []core.PodSpec{job.Template.Spec, merges[0].Spec.Template.Spec} {
		if p.Volumes[0].PersistentVolumeClaim.ClaimName != claims[0].Name || p.Containers[0].VolumeMounts[0].Name != p.Volumes[0].Name {
			t.Errorf("%+v", p.Volumes)
		}
	}
	for k, v := range container.Resources.Requests {
		if limit := container.Resources.Limits[k]; !limit.Equal(v) {
			t.Errorf("%s: what is asked for and the limit have to be equal for whole processors", k)
		}
	}
	labels := job.Template.Labels
	for k, v := range job.Template.Spec.Affinity.PodAntiAffinity.RequiredDuringSchedulingIgnoredDuringExecution[0].LabelSelector.MatchLabels {
		if labels[k] != v {
			t.Error("pods do not keep away from each other")
		}
	}
}

func TestAMisspeltFieldIsNoticed(t *testing.T) {
	if err := strictly("spec:\n  completionmode: Indexed\n", &batch.Job{}); err == nil {
		t.Error("a field that is not there is accepted")
	}
}

func TestWorkflows(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(root, ".github", "workflows", "*.yml"))
	if err != nil || len(paths) < 2 {
		t.Fatal(paths, err)
	}
	for _, path := range paths {
		var out bytes.Buffer
		linter, err := actionlint.NewLinter(&out, &actionlint.LinterOptions{})
		if err != nil {
			t.Fatal(err)
		}
		found, err := linter.LintFile(path, nil)
		if err != nil || len(found) > 0 {
			t.Errorf("%v\n%s", err, out.String())
		}
	}
}
