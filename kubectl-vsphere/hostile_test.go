package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The flags of kubectl that the plugin itself gives, with their values as far as they are fixed.
var ownFlags = []string{
	"--output=json", "--namespace=", "--all-namespaces", "--selector=" + selector, "--container=", "--address=127.0.0.1",
	"--minify", "--raw", "--duration=10m",
}

// Texts that mean something else to kubectl, to a shell or to a terminal.
var hostile = []string{
	"--server=https://attacker:6443", "-s=https://attacker", "--kubeconfig=/tmp/x", "--filename=https://attacker/x", "--raw=/api", "--",
	"-", "a b", "../x", "a/b", "A", "a\n--raw", "$(id)", "`id`", "a;id", "\u009b31m", "\u202ea", "\x1b]0;x\a", "",
}

func hostilePod(change func(*pod)) string {
	var given pod
	if err := json.Unmarshal([]byte(podJSON("a", ours, "")), &given); err != nil {
		panic(err)
	}
	change(&given)
	text, err := json.Marshal(given)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// calledWith returns the arguments of each call of kubectl.
func calledWith(t *testing.T, folder string) [][]string {
	t.Helper()
	content, _ := os.ReadFile(filepath.Join(folder, "arguments"))
	var calls [][]string
	for line := range strings.Lines(string(content)) {
		var call []string
		if err := json.Unmarshal([]byte(line), &call); err != nil {
			t.Fatal(err)
		}
		calls = append(calls, call)
	}
	return calls
}

func TestAPodAddsNoFlagToAnyCallOfKubectl(t *testing.T) {
	places := map[string]func(*pod, string){
		"name":      func(p *pod, text string) { p.Metadata.Name = text },
		"namespace": func(p *pod, text string) { p.Metadata.Namespace = text },
		"label":     func(p *pod, text string) { p.Metadata.Labels["pod-template-hash"] = text },
		"owner":     func(p *pod, text string) { p.Metadata.OwnerReferences[0].Name = text },
		"node":      func(p *pod, text string) { p.Spec.NodeName = text },
		"container": func(p *pod, text string) { p.Spec.Containers[0].Name = text },
		"command":   func(p *pod, text string) { p.Spec.Containers[0].Command = []string{text, text} },
		"argument":  func(p *pod, text string) { p.Spec.Containers[0].Args = []string{text} },
		"Lease": func(p *pod, text string) {
			p.Spec.Containers[0].Args = []string{"--leader-elect-resource-name=" + text}
		},
		"Lease, in two": func(p *pod, text string) { p.Spec.Containers[0].Args = []string{"--leader-elect-resource-name", text} },
		"Lease namespace": func(p *pod, text string) {
			p.Spec.Containers[0].Args = []string{"--leader-elect-resource-namespace=" + text}
		},
		"port": func(p *pod, text string) { p.Spec.Containers[0].Args = []string{"--secure-port=" + text} },
		"variable": func(p *pod, text string) {
			p.Spec.Containers[0].Args = []string{"--leader-elect-resource-name=$(A)"}
			p.Spec.Containers[0].Env = []envVar{{Name: "A", Value: text}}
		},
	}
	for place, set := range places {
		for _, text := range hostile {
			for _, command := range []string{"plan", "status --service-account viewer"} {
				folder := cluster(t, map[string]string{
					"pods.json":  pods(hostilePod(func(p *pod) { set(p, text) })),
					"all.json":   pods(hostilePod(func(p *pod) { set(p, text) })),
					"lease.json": leads("node-a_1"),
				})

				_, stdout, stderr := plugin(t, command)

				for _, call := range calledWith(t, folder) {
					expectOnlyOwnFlags(t, place, text, call)
				}
				expectVisible(t, stdout+stderr)
			}
		}
	}
}

func expectOnlyOwnFlags(t *testing.T, place, text string, call []string) {
	t.Helper()
	end := slices.Index(call, "--")
	if end < 0 && call[0] == "create" {
		end = len(call) // has only the name that the user gives
	}
	if end < 0 {
		t.Errorf("%s %q: found no -- in %q", place, text, call)
		return
	}
	for _, each := range call[:end] {
		if !strings.HasPrefix(each, "-") {
			continue
		}
		i := slices.IndexFunc(ownFlags, func(own string) bool { return strings.HasPrefix(each, own) })
		if i < 0 || (!strings.HasSuffix(ownFlags[i], "=") && each != ownFlags[i]) {
			t.Errorf("%s %q: found the flag %q in %q", place, text, each, call)
		}
		if name, isValue := strings.CutPrefix(each, ownFlags[max(i, 0)]); isValue && strings.HasSuffix(ownFlags[max(i, 0)], "=") && !dnsLabel.MatchString(name) {
			t.Errorf("%s %q: found the value %q in %q", place, text, name, call)
		}
	}
	if call[0] == "port-forward" && call[end+2] != ":10258" {
		t.Errorf("%s %q: found the port in %q", place, text, call)
	}
	if call[0] == "get" {
		for _, each := range call[end+1:] {
			if !isName(each) {
				t.Errorf("%s %q: found the argument %q in %q", place, text, each, call)
			}
		}
	}
}

func expectVisible(t *testing.T, printed string) {
	t.Helper()
	if i := strings.IndexFunc(printed, func(c rune) bool {
		return c < ' ' && c != '\n' || c == 0x7f || c >= 0x80 && c < 0xa0 || strings.ContainsRune("\u200b\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069\ufeff", c)
	}); i >= 0 {
		t.Errorf("found a character at %d that is not visible: %q", i, printed)
	}
}

func TestTheAttackOfTheLeaseName(t *testing.T) {
	folder := cluster(t, map[string]string{
		"pods.json":  pods(podJSON("a", ours, `,"args":["--leader-elect-resource-name=--server=https://attacker:6443"]`)),
		"lease.json": leads("node-a_1"),
	})

	code, _, stderr := plugin(t, "plan")

	if code != 2 || !strings.Contains(stderr, `name the Lease "--server=https://attacker:6443" in the namespace "kube-system", which is no name of Kubernetes`) {
		t.Errorf("found code %d and %q", code, stderr)
	}
	for _, call := range calledWith(t, folder) {
		if slices.Contains(call, "lease") {
			t.Errorf("found the call %q", call)
		}
	}
}

func TestOnlyATrustedPodGetsTheUsersToken(t *testing.T) {
	const config = `{"users":[{"user":{"token":"ADMIN-TOKEN"}}]}`
	elsewhere := strings.ReplaceAll(podJSON("a", ours, ""), "kube-system", "tenant")
	refused := "found Pod tenant/a outside of kube-system, and did not send it your credentials: a user who may create Pods there could use them. If you trust the namespace, give -n tenant; or give --service-account NAME"
	for _, each := range []struct {
		name    string
		answers map[string]string
		line    string
		sent    bool
	}{
		{"in kube-system", map[string]string{"pods.json": pods(podJSON("a", ours, ""))}, "status", true},
		{"in another namespace", map[string]string{"pods.json": pods(), "all.json": pods(elsewhere)}, "status", false},
		{"with the token of the command line", map[string]string{"pods.json": pods(), "all.json": pods(elsewhere)}, "status --token=ADMIN-TOKEN", false},
		{"with a name that a tenant can use too", map[string]string{"pods.json": pods(), "all.json": pods(elsewhere)}, "status --pod a", false},
		{"in the namespace of -n", map[string]string{"pods.json": pods(elsewhere)}, "status -n tenant", true},
		{"with a service account", map[string]string{"pods.json": pods(), "all.json": pods(elsewhere)}, "status --service-account viewer", true},
	} {
		t.Run(each.name, func(t *testing.T) {
			each.answers["config.json"] = config
			folder := cluster(t, each.answers)
			code, _, stderr := plugin(t, each.line)
			calls, _ := os.ReadFile(filepath.Join(folder, "calls"))
			// The stub of kubectl does not forward, so status ends with an error in each case.
			if code != 1 || strings.Contains(string(calls), "port-forward") != each.sent || strings.Contains(stderr, refused) == each.sent {
				t.Errorf("found code %d, %q and the calls\n%s", code, stderr, calls)
			}
		})
	}
}

func TestAServiceAccountIsNoFlag(t *testing.T) {
	folder := cluster(t, map[string]string{"pods.json": pods(podJSON("a", ours, ""))})

	code, _, stderr := plugin(t, "status --service-account=--server=https://attacker")

	if code != 1 || !strings.Contains(stderr, `found --service-account "--server=https://attacker", expected the name of a service account`) {
		t.Errorf("found code %d and %q", code, stderr)
	}
	for _, call := range calledWith(t, folder) {
		if call[0] == "create" {
			t.Errorf("found the call %q", call)
		}
	}
}

func TestTheOutputOfAPodControlsNoTerminal(t *testing.T) {
	cluster(t, map[string]string{
		"pods.json":  pods(podJSON("a", ours, "")),
		"lease.json": leads("node-a_1"),
		"output":     "a\tb\r\n\x1b]52;c;cm0gLXJm\a\x1b[2J\u009b31m\x1b[32mready\x1b[0m \u2026\x9b\x1b[3",
	})

	_, stdout, stderr := plugin(t, "plan")

	want := "a\tb\r\n?]52;c;cm0gLXJm??[2J?31m\x1b[32mready\x1b[0m \u2026????"
	if stdout != want || stderr != want {
		t.Errorf("found %q and %q, expected %q", stdout, stderr, want)
	}
}

func TestTheOutputOfAPodMayComeInAnyParts(t *testing.T) {
	given := []byte("\x1b[31m\u00e9\u2026\U0001f680\x1b[1m{\"a\":\"\u202e\u00a0\"}\x1b[0m\x1b[999m\xc3\n\x7f")
	for _, each := range []struct {
		hasColors bool
		want      string
	}{
		{true, "\x1b[31m\u00e9\u2026\U0001f680\x1b[1m{\"a\":\"\u202e\u00a0\"}\x1b[0m?[999m?\n?"},
		{false, "\u00e9\u2026\U0001f680{\"a\":\"\u202e\u00a0\"}?[999m?\n?"},
	} {
		for size := 1; size <= len(given); size++ {
			var out bytes.Buffer
			writer := podWriter{out: &out, hasColors: each.hasColors}
			for part := range slices.Chunk(given, size) {
				if n, err := writer.Write(part); n != len(part) || err != nil {
					t.Errorf("found %d and %v", n, err)
				}
			}
			writer.end()
			if out.String() != each.want {
				t.Errorf("parts of %d bytes: found %q, expected %q", size, out.String(), each.want)
			}
		}
	}
}

func TestWhatThePluginPrintsIsVisible(t *testing.T) {
	for _, text := range []string{"\x1b[31m", "\x7f", "\u0080", "\u009b", "\u200b", "\u200e", "\u200f", "\u2028", "\u2029", "\u202a", "\u202e", "\u2066", "\u2069", "\ufeff", "\xed\xa0\x80", "\xff", "\r\n"} {
		var out bytes.Buffer
		fail(&out, errorText("before "+text+"after"))
		expectVisible(t, out.String())
		if strings.Count(out.String(), "\n") != 1 || !strings.HasPrefix(out.String(), "kubectl vsphere: before ") || !strings.HasSuffix(out.String(), "after\n") {
			t.Errorf("%q: found %q", text, out.String())
		}
	}
}

type errorText string

func (e errorText) Error() string { return string(e) }
