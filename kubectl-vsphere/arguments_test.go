package main

import (
	"reflect"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for _, each := range []struct {
		args string
		want commandLine
	}{
		{"explain node-0 -o json", commandLine{command: "explain", rest: []string{"node-0", "-o", "json"}}},
		{"explain --all -n cpi --context staging", commandLine{command: "explain", namespace: "cpi", global: []string{"--context=staging"}, rest: []string{"--all"}}},
		{"--kubeconfig=/k plan --namespace=a", commandLine{command: "plan", namespace: "a", global: []string{"--kubeconfig=/k"}}},
		{"plan -- --kubeconfig /in/pod", commandLine{command: "plan", rest: []string{"--kubeconfig", "/in/pod"}}},
		{"plan --insecure-skip-tls-verify --pod p", commandLine{command: "plan", pod: "p", global: []string{"--insecure-skip-tls-verify"}}},
		{"status --port 8001 --service-account viewer", commandLine{command: "status", port: "8001", serviceAccount: "viewer"}},
		{"doctor --port 1", commandLine{command: "doctor", rest: []string{"--port", "1"}}},
		{"--help", commandLine{help: true}},
		{"explain --help", commandLine{command: "explain", rest: []string{"--help"}}},
	} {
		got, err := parse(strings.Fields(each.args))
		if err != nil || !reflect.DeepEqual(got, each.want) {
			t.Errorf("%s: found %+v, %v; expected %+v", each.args, got, err, each.want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for args, want := range map[string]string{
		"explian":        `unknown command "explian"; expected one of: explain, plan, doctor, status, version`,
		"plan --context": "found --context without a value; give it one",
		"-o json plan":   "found -o before the command",
		"status extra":   "found the argument extra, expected none",
	} {
		if _, err := parse(strings.Fields(args)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: found %v, expected %s", args, err, want)
		}
	}
}

func TestWords(t *testing.T) {
	for args, want := range map[string]string{
		"explain w-1":      "explain node",
		"explain node w-1": "explain",
		"plan":             "plan",
		"version":          "--version",
		"version -o json":  "version",
	} {
		line, err := parse(strings.Fields(args))
		if got := strings.Join(line.words(), " "); err != nil || got != want {
			t.Errorf("%s: found %q, %v; expected %q", args, got, err, want)
		}
	}
}
