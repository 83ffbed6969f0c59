package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// The test program plays kubectl, if this variable names a folder with its answers: the file pods.json for the namespace
// kube-system, all.json for all namespaces, lease.json, config.json, output for what a command prints. It notes its arguments in the file calls, and as JSON
// in the file arguments.
const playsKubectl = "KUBECTL_VSPHERE_TEST"

func TestMain(m *testing.M) {
	if folder := os.Getenv(playsKubectl); folder != "" {
		os.Exit(play(folder, os.Args[1:]))
	}
	os.Exit(m.Run())
}

func play(folder string, args []string) int {
	line := strings.Join(args, " ")
	quoted, _ := json.Marshal(args)
	arguments, _ := os.OpenFile(filepath.Join(folder, "arguments"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	fmt.Fprintln(arguments, string(quoted))
	calls, _ := os.OpenFile(filepath.Join(folder, "calls"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	fmt.Fprintln(calls, line)
	answer := ""
	switch {
	case strings.Contains(line, "exec "):
		output, err := os.ReadFile(filepath.Join(folder, "output"))
		if err != nil {
			fmt.Println("from the Pod")
		}
		os.Stdout.Write(output)
		os.Stderr.Write(output)
		return 2
	case strings.Contains(line, "get --output=json --all-namespaces"):
		answer = "all.json"
	case strings.Contains(line, "-- pods"):
		answer = "pods.json"
	case strings.Contains(line, "-- lease"):
		answer = "lease.json"
	case strings.Contains(line, "config view"):
		answer = "config.json"
	case strings.Contains(line, "create token"):
		fmt.Println("SHORT-LIVED")
		return 0
	}
	content, err := os.ReadFile(filepath.Join(folder, answer))
	if err != nil {
		fmt.Fprintln(os.Stderr, "Error from server (Forbidden)")
		return 1
	}
	os.Stdout.Write(content)
	return 0
}

// cluster installs the stub of kubectl, and returns the folder of its answers.
func cluster(t *testing.T, answers map[string]string) string {
	if runtime.GOOS == "windows" {
		t.Skip("the stub is a symbolic link")
	}
	folder := t.TempDir()
	for name, content := range answers {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(folder, "kubectl")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", folder)
	t.Setenv(playsKubectl, folder)
	return folder
}

func podJSON(name, image, more string) string {
	return fmt.Sprintf(`{"metadata":{"name":%q,"namespace":"kube-system","labels":{"component":"cloud-controller-manager"},
		"ownerReferences":[{"kind":"DaemonSet","name":"ccm"}]},
		"spec":{"hostNetwork":true,"nodeName":%q,"containers":[{"name":"ccm","image":%q%s}]},"status":{"phase":"Running","podIP":"10.0.0.7"}}`,
		name, "node-"+name, image, more)
}

const ours = "registry.example.com/team/vsphere-cloud-controller-manager:1.0.0"

var args = `,"args":["--cloud-provider=vsphere","--cloud-config=/etc/cloud/vsphere.conf","--bind-address=$(POD_IP)"],
	"env":[{"name":"POD_IP","valueFrom":{"fieldRef":{"fieldPath":"status.podIP"}}}]`

func pods(items ...string) string { return `{"items":[` + strings.Join(items, ",") + `]}` }

func leads(holder string) string { return `{"spec":{"holderIdentity":"` + holder + `"}}` }

func plugin(t *testing.T, line string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errors bytes.Buffer
	code = run(strings.Fields(line), nil, &out, &errors)
	return code, out.String(), errors.String()
}

func TestACommandRunsInThePodOfTheLeader(t *testing.T) {
	folder := cluster(t, map[string]string{
		"pods.json":  pods(podJSON("a", ours, args), podJSON("b", ours, args), podJSON("x", "nginx:1", "")),
		"lease.json": leads("node-b.example.com_c0ffee"),
	})

	code, _, stderr := plugin(t, "explain w-0 -o json --context=staging")

	if code != 2 || stderr != "" {
		t.Errorf("found code %d and %q, expected 2 and nothing", code, stderr)
	}
	calls, _ := os.ReadFile(filepath.Join(folder, "calls"))
	want := "--context=staging exec --namespace=kube-system --container=ccm pod/b -- /bin/vsphere-cloud-controller-manager explain node " +
		"--cloud-provider=vsphere --cloud-config=/etc/cloud/vsphere.conf --bind-address=10.0.0.7 w-0 -o json\n"
	if !strings.HasSuffix(string(calls), want) {
		t.Errorf("found the calls\n%s\nexpected the last to be\n%s", calls, want)
	}
}

func TestWhatIsFound(t *testing.T) {
	upstream := "registry.k8s.io/cloud-pv-vsphere/cloud-provider-vsphere:v1.36.0"
	other := strings.ReplaceAll(podJSON("c", ours, args), `"name":"ccm"}]},`, `"name":"second"}]},`)
	elsewhere := strings.ReplaceAll(podJSON("a", ours, args), "kube-system", "cpi")
	for _, each := range []struct {
		name    string
		answers map[string]string
		line    string
		code    int
		stderr  string
	}{
		{"none", map[string]string{"pods.json": pods(), "all.json": pods()}, "plan", 1, "found no running Pod of vsphere-cloud-controller-manager in the namespace kube-system or with the label"},
		{"none in a namespace", map[string]string{"pods.json": pods()}, "plan -n a", 1, "found no running Pod of vsphere-cloud-controller-manager in the namespace a; give -n"},
		{"in another namespace", map[string]string{"pods.json": pods(), "all.json": pods(elsewhere), "lease.json": leads("node-a_1")}, "plan", 2, ""},
		{"may not look elsewhere", map[string]string{"pods.json": pods()}, "plan", 1, "give -n NAMESPACE: kubectl get: Error from server (Forbidden)"},
		{"the Go program", map[string]string{"pods.json": pods(podJSON("a", upstream, args)), "all.json": pods()}, "plan", 1, "found kube-system/a, which runs cloud-provider-vsphere (Go)"},
		{"a mirror with another name", map[string]string{"pods.json": pods(podJSON("a", "mirror/ccm@sha256:00", args)), "lease.json": leads("node-a_1")}, "plan", 2, ""},
		{"two installations", map[string]string{"pods.json": pods(podJSON("a", ours, args), other)}, "plan", 1, "found 2 installations: kube-system/a, kube-system/c; choose one"},
		{"one of two", map[string]string{"pods.json": pods(podJSON("a", ours, args), other), "lease.json": leads("node-c_1")}, "plan --pod c", 2, ""},
		{"no leader", map[string]string{"pods.json": pods(podJSON("a", ours, args)), "lease.json": leads("node-z_1")}, "plan", 2, `the Lease names "node-z_1" as leader, which is none of kube-system/a; using kube-system/a`},
		{"no right to the Lease", map[string]string{"pods.json": pods(podJSON("a", ours, args))}, "plan", 2, "cannot tell which Pod leads (kubectl get: Error from server (Forbidden)); using kube-system/a"},
		{"an unknown variable", map[string]string{"pods.json": pods(podJSON("a", ours, `,"args":["--v=$(V)"],"env":[{"name":"V","valueFrom":{"secretKeyRef":{"name":"s"}}}]`)), "lease.json": leads("node-a_1")}, "plan", 1, "uses the variable V"},
		{"no port", map[string]string{"pods.json": pods(podJSON("a", ours, `,"args":["--secure-port=0"]`)), "lease.json": leads("node-a_1")}, "status", 1, "serves no page"},
	} {
		t.Run(each.name, func(t *testing.T) {
			cluster(t, each.answers)
			code, _, stderr := plugin(t, each.line)
			if code != each.code || !strings.Contains(stderr, each.stderr) || (each.stderr == "" && stderr != "") {
				t.Errorf("found code %d and %q, expected %d and %q", code, stderr, each.code, each.stderr)
			}
		})
	}
}

func TestVersionShowsThePluginToo(t *testing.T) {
	cluster(t, map[string]string{"pods.json": pods(podJSON("a", ours, args)), "lease.json": leads("node-a_1")})

	if _, stdout, _ := plugin(t, "version"); !strings.HasPrefix(stdout, "kubectl-vsphere development (commit unknown)\n") {
		t.Errorf("found %q", stdout)
	}
}

func TestVariablesAreExpandedAsTheKubeletDoes(t *testing.T) {
	found := target{container: container{Env: []envVar{{Name: "A", Value: "1"}, {Name: "B", Value: "$(A)2"}}}}
	for text, want := range map[string]string{
		"--x=$(B)$(A)": "--x=121", "$$(A)": "$(A)", "$(NONE)": "$(NONE)", "$A $": "$A $", "$(A": "$(A",
	} {
		if got, err := found.expand(text); err != nil || got != want {
			t.Errorf("%s: found %s, %v; expected %s", text, got, err, want)
		}
	}
}
