package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// credential is what the plugin shows the Pod: a client certificate, whose key stays on this machine, or a token.
type credential struct {
	certificate *tls.Certificate
	token       string
	what        string // for people
}

// kubeconfig is the part of `kubectl config view --minify --raw` that names the user.
type kubeconfig struct {
	Users []struct {
		User user `json:"user"`
	} `json:"users"`
}

type user struct {
	Token                 string      `json:"token"`
	TokenFile             string      `json:"tokenFile"`
	ClientCertificate     string      `json:"client-certificate"`
	ClientCertificateData []byte      `json:"client-certificate-data"`
	ClientKey             string      `json:"client-key"`
	ClientKeyData         []byte      `json:"client-key-data"`
	Exec                  *execPlugin `json:"exec"`
}

type execPlugin struct {
	APIVersion string   `json:"apiVersion"`
	Command    string   `json:"command"`
	Args       []string `json:"args"`
	Env        []struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	} `json:"env"`
	InstallHint string `json:"installHint"`
}

type execCredential struct {
	Status struct {
		Token                 string `json:"token"`
		ClientCertificateData string `json:"clientCertificateData"`
		ClientKeyData         string `json:"clientKeyData"`
	} `json:"status"`
}

// obtain returns the credential for the status page: of a service account if the user names one, else the user's own,
// which only a trusted Pod gets.
func obtain(ctx context.Context, k kubectl, t target, line commandLine) (credential, error) {
	if line.serviceAccount != "" {
		if !isName(line.serviceAccount) {
			return credential{}, fmt.Errorf("found --service-account %q, expected the name of a service account", line.serviceAccount)
		}
		// Unlike other commands, this one does not count a name after "--".
		token, err := k.read(ctx, "create", "token", "--namespace="+t.pod.Metadata.Namespace, "--duration=10m", line.serviceAccount)
		return credential{token: strings.TrimSpace(string(token)), what: "a token of the service account " + line.serviceAccount}, err
	}
	if err := line.trusts(t); err != nil {
		return credential{}, err
	}
	for _, given := range line.global {
		if token, ok := strings.CutPrefix(given, "--token="); ok {
			return credential{token: token, what: "the token of the command line"}, nil
		}
		if strings.HasPrefix(given, "--as") {
			return credential{}, errors.New("status cannot impersonate another user: the Pod does not know " + given + "; give --service-account NAME")
		}
	}
	var config kubeconfig
	if err := k.readJSON(ctx, &config, "config", "view", "--minify", "--raw", "--output=json"); err != nil {
		return credential{}, err
	}
	if len(config.Users) == 0 {
		return credential{}, errors.New("found no user in the kubeconfig; give --service-account NAME")
	}
	return config.Users[0].User.credential(ctx)
}

// trusts returns an error if the Pod must not get the user's own credentials. A tenant who may create a Pod can give it the
// label and the image name of the provider, and could use the token at the API server. Only administrators of the cluster
// create Pods in kube-system; for any other namespace the user must say that they trust it. The name of a Pod is not
// enough, since another namespace can have a Pod of this name.
func (line commandLine) trusts(t target) error {
	if t.pod.Metadata.Namespace == defaultNamespace || t.pod.Metadata.Namespace == line.namespace {
		return nil
	}
	return fmt.Errorf("found Pod %s outside of %s, and did not send it your credentials: a user who may create Pods there could use them. If you trust the namespace, give -n %s; or give --service-account NAME",
		t.name(), defaultNamespace, t.pod.Metadata.Namespace)
}

func (u user) credential(ctx context.Context) (credential, error) {
	switch {
	case len(u.ClientCertificateData) > 0 || u.ClientCertificate != "":
		certificate, err := content(u.ClientCertificateData, u.ClientCertificate)
		if err != nil {
			return credential{}, err
		}
		key, err := content(u.ClientKeyData, u.ClientKey)
		if err != nil {
			return credential{}, err
		}
		return fromPair(certificate, key)
	case u.Token != "":
		return credential{token: u.Token, what: "your token"}, nil
	case u.TokenFile != "":
		token, err := os.ReadFile(u.TokenFile)
		return credential{token: strings.TrimSpace(string(token)), what: "your token"}, err
	case u.Exec != nil:
		return u.Exec.credential(ctx)
	default:
		return credential{}, errors.New("found no client certificate, token or exec plugin for the user in the kubeconfig; give --service-account NAME")
	}
}

func content(data []byte, file string) ([]byte, error) {
	if len(data) > 0 {
		return data, nil
	}
	return os.ReadFile(file)
}

func fromPair(certificate, key []byte) (credential, error) {
	pair, err := tls.X509KeyPair(certificate, key)
	if err != nil {
		// The error of the standard library names no secret.
		return credential{}, fmt.Errorf("cannot use the client certificate of the kubeconfig: %w", err)
	}
	return credential{certificate: &pair, what: "your client certificate"}, nil
}

// credential runs the exec plugin. Rule from: client-go, plugin/pkg/client/auth/exec.
func (e execPlugin) credential(ctx context.Context) (credential, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	process := exec.CommandContext(ctx, e.Command, e.Args...)
	process.Env = os.Environ()
	for _, each := range e.Env {
		process.Env = append(process.Env, each.Name+"="+each.Value)
	}
	request, err := json.Marshal(map[string]any{
		"apiVersion": e.APIVersion, "kind": "ExecCredential", "spec": map[string]any{"interactive": false},
	})
	if err != nil {
		return credential{}, err
	}
	process.Env = append(process.Env, "KUBERNETES_EXEC_INFO="+string(request))
	var stderr bytes.Buffer
	process.Stderr = &stderr
	out, err := process.Output()
	if err != nil {
		return credential{}, fmt.Errorf("the exec plugin %s of the kubeconfig failed: %w: %s %s", e.Command, err, oneLine(stderr.String()), oneLine(e.InstallHint))
	}
	var answer execCredential
	if err := json.Unmarshal(out, &answer); err != nil {
		return credential{}, fmt.Errorf("the exec plugin %s wrote something that is not an ExecCredential", e.Command)
	}
	if answer.Status.ClientCertificateData != "" {
		return fromPair([]byte(answer.Status.ClientCertificateData), []byte(answer.Status.ClientKeyData))
	}
	if answer.Status.Token == "" {
		return credential{}, fmt.Errorf("the exec plugin %s returned neither a token nor a client certificate", e.Command)
	}
	return credential{token: answer.Status.Token, what: "your token"}, nil
}
