// Command kubeconfig prints as JSON what client-go reads from kubeconfigs. Tests compare the Java reader with it.
//
//	kubeconfig folder
//
// It reads every file of the folder whose name ends in .yaml or .json, as a controller reads its --kubeconfig, and also
// the files that it refers to. Standard output is one JSON object, keyed by file name. If client-go rejects a file, its
// entry has "refused". Certificates, tokens and passwords appear as SHA-256 only. Paths are relative to the folder.
package main

import (
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"log"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

type access struct {
	Refused     bool                `json:"refused,omitempty"`
	Host        string              `json:"host,omitempty"`
	CA          []string            `json:"ca,omitempty"`
	Certificate []string            `json:"certificate,omitempty"`
	ServerName  string              `json:"serverName,omitempty"`
	Insecure    bool                `json:"insecure,omitempty"`
	Token       string              `json:"token,omitempty"`
	TokenFile   string              `json:"tokenFile,omitempty"`
	User        string              `json:"user,omitempty"`
	Password    string              `json:"password,omitempty"`
	Proxy       string              `json:"proxy,omitempty"`
	As          string              `json:"as,omitempty"`
	AsUID       string              `json:"asUid,omitempty"`
	AsGroups    []string            `json:"asGroups,omitempty"`
	AsExtra     map[string][]string `json:"asExtra,omitempty"`
	Exec        *plugin             `json:"exec,omitempty"`
}

type plugin struct {
	APIVersion  string          `json:"apiVersion"`
	Command     string          `json:"command"`
	Args        []string        `json:"args,omitempty"`
	Env         []string        `json:"env,omitempty"`
	Interactive string          `json:"interactiveMode"`
	InstallHint string          `json:"installHint,omitempty"`
	ClusterInfo bool            `json:"provideClusterInfo,omitempty"`
	Config      json.RawMessage `json:"config,omitempty"`
}

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: kubeconfig folder")
	}
	folder, err := filepath.Abs(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		log.Fatal(err)
	}
	all := map[string]access{}
	for _, entry := range entries {
		if name := entry.Name(); strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".json") {
			read, err := read(folder, name)
			if err != nil {
				fmt.Fprintf(os.Stderr, "%s: %s\n", name, err)
				read = access{Refused: true}
			}
			all[name] = read
		}
	}
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	if err := out.Encode(all); err != nil {
		log.Fatal(err)
	}
}

func read(folder, name string) (access, error) {
	config, err := clientcmd.BuildConfigFromFlags("", filepath.Join(folder, name))
	if err != nil {
		return access{}, err
	}
	if _, err := rest.TransportFor(rest.CopyConfig(config)); err != nil {
		return access{}, err
	}
	if err := rest.LoadTLSFiles(config); err != nil {
		return access{}, err
	}
	// Check the key pair here, because the transport checks it only when it first connects.
	if len(config.CertData) > 0 {
		if _, err := tls.X509KeyPair(config.CertData, config.KeyData); err != nil {
			return access{}, err
		}
	}
	proxy, err := proxyOf(config)
	if err != nil {
		return access{}, err
	}
	read := access{
		Host:        config.Host,
		CA:          certificates(config.CAData),
		Certificate: certificates(config.CertData),
		ServerName:  config.ServerName,
		Insecure:    config.Insecure,
		Token:       digest(strings.TrimSpace(config.BearerToken)),
		TokenFile:   relative(folder, config.BearerTokenFile),
		User:        config.Username,
		Password:    digest(config.Password),
		Proxy:       proxy,
		As:          config.Impersonate.UserName,
		AsUID:       config.Impersonate.UID,
		AsGroups:    config.Impersonate.Groups,
		AsExtra:     config.Impersonate.Extra,
	}
	if given := config.ExecProvider; given != nil {
		read.Exec = &plugin{
			APIVersion:  given.APIVersion,
			Command:     relative(folder, given.Command),
			Args:        given.Args,
			Interactive: string(given.InteractiveMode),
			InstallHint: given.InstallHint,
			ClusterInfo: given.ProvideClusterInfo,
		}
		for _, variable := range given.Env {
			read.Exec.Env = append(read.Exec.Env, variable.Name+"="+variable.Value)
		}
		if extension, ok := given.Config.(*runtime.Unknown); ok {
			read.Exec.Config = extension.Raw
		}
	}
	return read, nil
}

func proxyOf(config *rest.Config) (string, error) {
	if config.Proxy == nil {
		return "", nil
	}
	request, err := http.NewRequest(http.MethodGet, "https://api.test", nil)
	if err != nil {
		return "", err
	}
	proxy, err := config.Proxy(request)
	if err != nil || proxy == nil {
		return "", err
	}
	return proxy.String(), nil
}

func certificates(data []byte) []string {
	var digests []string
	for {
		block, rest := pem.Decode(data)
		if block == nil {
			return digests
		}
		if block.Type == "CERTIFICATE" {
			digests = append(digests, digest(string(block.Bytes)))
		}
		data = rest
	}
}

func relative(folder, path string) string {
	return strings.TrimPrefix(path, folder+string(filepath.Separator))
}

func digest(secret string) string {
	if secret == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}
