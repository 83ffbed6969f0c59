// Release builds the plugin for all platforms, packs it, and writes the checksums and the manifest for Krew.
//
// usage: go run ./release -version VERSION -commit COMMIT -out FOLDER [-url URL]
//
// The archives are the same for the same sources, version and Go: they contain no path, owner or time of the machine.
package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

var semantic = regexp.MustCompile(`^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$`)

// epoch is the time of all files in the archives; zip begins in 1980.
var epoch = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

type platform struct{ os, arch string }

var platforms = []platform{
	{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"},
}

func (p platform) program() string {
	if p.os == "windows" {
		return "kubectl-vsphere.exe"
	}
	return "kubectl-vsphere"
}

func (p platform) archive(version string) string {
	ending := ".tar.gz"
	if p.os == "windows" {
		ending = ".zip"
	}
	return fmt.Sprintf("kubectl-vsphere_%s_%s_%s%s", version, p.os, p.arch, ending)
}

func main() {
	version := flag.String("version", "", "the version of the release")
	commit := flag.String("commit", "unknown", "the commit of the sources")
	out := flag.String("out", "", "the folder for the archives")
	url := flag.String("url", "https://releases.example.com", "the URL of the folder in which the archives are published")
	license := flag.String("license", "../LICENSE", "the license text")
	flag.Parse()
	if err := release(*version, *commit, *out, strings.TrimSuffix(*url, "/"), *license); err != nil {
		fmt.Fprintln(os.Stderr, "kubectl-vsphere:", err)
		os.Exit(1)
	}
}

func release(version, commit, out, url, licenseFile string) error {
	if !semantic.MatchString(version) {
		return fmt.Errorf("found version %q, expected one such as 1.2.3", version)
	}
	license, err := os.ReadFile(licenseFile)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	var sums, entries strings.Builder
	for _, each := range platforms {
		program, err := build(each, version, commit)
		if err != nil {
			return fmt.Errorf("cannot build for %s/%s: %w", each.os, each.arch, err)
		}
		files := []file{{"LICENSE", license, 0o644}, {each.program(), program, 0o755}}
		archive, err := pack(each, files)
		if err != nil {
			return err
		}
		name := each.archive(version)
		if err := os.WriteFile(filepath.Join(out, name), archive, 0o644); err != nil {
			return err
		}
		sum := fmt.Sprintf("%x", sha256.Sum256(archive))
		fmt.Fprintf(&sums, "%s  %s\n", sum, name)
		fmt.Fprintf(&entries, krewPlatform, each.os, each.arch, url+"/"+name, sum, each.program())
	}
	if err := os.WriteFile(filepath.Join(out, "SHA256SUMS"), []byte(sums.String()), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "vsphere.yaml"), []byte(fmt.Sprintf(krewHead, version)+entries.String()), 0o644)
}

func build(p platform, version, commit string) ([]byte, error) {
	folder, err := os.MkdirTemp("", "kubectl-vsphere")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	program := filepath.Join(folder, p.program())
	process := exec.Command("go", "build", "-trimpath", "-buildvcs=false",
		"-ldflags=-s -w -buildid= -X main.version="+version+" -X main.commit="+commit, "-o", program, ".")
	process.Env = append(os.Environ(), "CGO_ENABLED=0", "GOTOOLCHAIN=local", "GOFLAGS=", "GOOS="+p.os, "GOARCH="+p.arch)
	process.Stderr = os.Stderr
	if err := process.Run(); err != nil {
		return nil, err
	}
	return os.ReadFile(program)
}

type file struct {
	name    string
	content []byte
	mode    int64
}

func pack(p platform, files []file) ([]byte, error) {
	var packed bytes.Buffer
	if p.os == "windows" {
		archive := zip.NewWriter(&packed)
		for _, each := range files {
			header := &zip.FileHeader{Name: each.name, Method: zip.Deflate, Modified: epoch}
			header.SetMode(os.FileMode(each.mode))
			entry, err := archive.CreateHeader(header)
			if err != nil {
				return nil, err
			}
			if _, err := entry.Write(each.content); err != nil {
				return nil, err
			}
		}
		if err := archive.Close(); err != nil {
			return nil, err
		}
		return packed.Bytes(), nil
	}
	zipped := gzip.NewWriter(&packed)
	archive := tar.NewWriter(zipped)
	for _, each := range files {
		header := &tar.Header{Name: each.name, Mode: each.mode, Size: int64(len(each.content)), ModTime: epoch, Format: tar.FormatUSTAR}
		if err := archive.WriteHeader(header); err != nil {
			return nil, err
		}
		if _, err := archive.Write(each.content); err != nil {
			return nil, err
		}
	}
	if err := archive.Close(); err != nil {
		return nil, err
	}
	if err := zipped.Close(); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
}

// Rule from: krew, docs: plugin manifest.
const krewHead = `apiVersion: krew.googlecontainertools.github.com/v1alpha2
kind: Plugin
metadata:
  name: vsphere
spec:
  version: v%s
  shortDescription: Explains and checks the vSphere cloud provider
  description: |
    Runs explain, plan and doctor of the vSphere cloud controller manager in its Pod, and opens its status page.
  platforms:
`

const krewPlatform = `  - selector:
      matchLabels:
        os: %s
        arch: %s
    uri: %s
    sha256: %s
    bin: %s
    files:
    - from: "*"
      to: .
`
