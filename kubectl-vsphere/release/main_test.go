package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAWrongVersionIsRefused(t *testing.T) {
	for _, version := range []string{"", "v1.0.0", "1.0", "1.0.0 "} {
		if err := release(version, "c", t.TempDir(), "u", "../../LICENSE"); err == nil {
			t.Errorf("found %q accepted", version)
		}
	}
}

func TestArchivesContainNothingOfTheMachine(t *testing.T) {
	files := []file{{"LICENSE", []byte("text"), 0o644}, {"kubectl-vsphere", []byte("program"), 0o755}}
	for _, each := range []platform{{"linux", "amd64"}, {"windows", "amd64"}} {
		one, err := pack(each, files)
		if err != nil {
			t.Fatal(err)
		}
		other, _ := pack(each, files)
		if !bytes.Equal(one, other) {
			t.Errorf("%s: found two archives", each.os)
		}
	}
	packed, _ := pack(platform{"linux", "arm64"}, files)
	unzipped, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	archive := tar.NewReader(unzipped)
	for _, want := range files {
		header, err := archive.Next()
		if err != nil {
			t.Fatal(err)
		}
		content, _ := io.ReadAll(archive)
		if header.Name != want.name || header.Mode != want.mode || header.Uname != "" || !header.ModTime.Equal(epoch) || !bytes.Equal(content, want.content) {
			t.Errorf("found %+v", header)
		}
	}
}

// The checksums and the manifest name exactly the archives. It builds all platforms, which takes a while without a cache.
func TestAReleaseIsComplete(t *testing.T) {
	if os.Getenv("KUBECTL_VSPHERE_RELEASE") == "" {
		t.Skip("make kubectl-plugin runs it with the archives that it built: set KUBECTL_VSPHERE_RELEASE to their folder")
	}
	out := os.Getenv("KUBECTL_VSPHERE_RELEASE")
	sums, err := os.ReadFile(filepath.Join(out, "SHA256SUMS"))
	if err != nil {
		t.Fatal(err)
	}
	manifest, err := os.ReadFile(filepath.Join(out, "vsphere.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Fields(string(sums))
	if len(lines) != 2*len(platforms) {
		t.Fatalf("found %d words in SHA256SUMS, expected %d", len(lines), 2*len(platforms))
	}
	for i := 0; i < len(lines); i += 2 {
		if !strings.Contains(string(manifest), "/"+lines[i+1]+"\n    sha256: "+lines[i]+"\n") {
			t.Errorf("found no entry of %s in the manifest", lines[i+1])
		}
		if _, err := os.Stat(filepath.Join(out, lines[i+1])); err != nil {
			t.Error(err)
		}
	}
}
