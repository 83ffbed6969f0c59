// Command vim25table prints the part of the vSphere Web Services API that the vSphere client of this project uses, as
// of vSphere 6.7U3. It is a text table. testkit checks requests and property paths against it:
//
//	cd tools/servers
//	go run ./vim25table > ../testkit/src/main/resources/dev/vspherecloud/testkit/vim25/vim25-6.7u3.txt
//
// It reads the Go types of govmomi v0.22.2, the last release whose types were generated from the WSDL of vSphere 6.7U3.
// Newer releases are not suitable: they mark additions after 7.0.0, but not those between 6.7U3 and 7.0.0.
//
// With the argument cns it prints the part of the CNS API (urn:vsan) instead, from the release of govmomi that the
// simulator uses:
//
//	go run ./vim25table cns > ../testkit/src/main/resources/dev/vspherecloud/testkit/vim25/cns.txt
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

const (
	module  = "github.com/vmware/govmomi@v0.22.2"
	modHash = "h1:hmLv4f+RMTTseqtJRijjOWzwELiaLMIoHv2D6H3bF4I="
)

const cnsHeader = `# The CNS API (urn:vsan): the methods that a storage driver calls, and the types that their requests are made of.
#
# Made by: cd tools/servers && go run ./vim25table cns
# from the types of %s (Apache-2.0, VMware). Do not edit. The format is that of
# vim25-6.7u3.txt. The types of vim25 among them are those of the same release.
#
`

const header = `# The vSphere Web Services API (urn:vim25) as of vSphere 6.7U3: the methods that a cloud provider calls, the types that
# their requests are made of, and the properties of the managed objects that it reads.
#
# Made by: cd tools/servers && go run ./vim25table
# from the types of %s (Apache-2.0, VMware), which were generated from the WSDL
# of 6.7U3. Do not edit.
#
#   method NAME RECEIVER        then its parameters, in order
#   type NAME [BASE]            then its own elements, in order; those of the base come first
#   enum NAME VALUE...
#   object NAME [BASE]          then its own properties
#   others NAME...              further managed objects
#    ELEMENT TYPE [?|*|+]       optional, any number, at least one; nothing: exactly one
#
# A type that is named and not listed is beyond this table.
`

func main() {
	log.SetFlags(0)
	log.SetPrefix("vim25table: ")

	title, find, chosen, roots := header, download, methods, objects
	isCNS := len(os.Args) > 1 && os.Args[1] == "cns"
	if isCNS {
		title, find, chosen, roots = cnsHeader, required, cnsMethods, nil
	}
	name, source, err := find()
	if err != nil {
		log.Fatal(err)
	}
	api, err := parse(filepath.Join(source, "vim25"))
	if err != nil {
		log.Fatal(err)
	}
	if isCNS {
		if err := api.extend(filepath.Join(source, "cns")); err != nil {
			log.Fatal(err)
		}
	}
	out := bufio.NewWriter(os.Stdout)
	fmt.Fprintf(out, title, name)
	if err := write(out, api, chosen, reachable(api, chosen, roots)); err != nil {
		log.Fatal(err)
	}
	if err := out.Flush(); err != nil {
		log.Fatal(err)
	}
}

// download returns the folder of the pinned module, and checks its checksum.
func download() (name, folder string, err error) {
	command := exec.Command("go", "mod", "download", "-json", module)
	command.Dir = os.TempDir()
	command.Stderr = os.Stderr
	answer, err := command.Output()
	if err != nil {
		return "", "", fmt.Errorf("go mod download %s: %w", module, err)
	}
	var got struct{ Dir, Sum string }
	if err := json.Unmarshal(answer, &got); err != nil {
		return "", "", fmt.Errorf("cannot parse the output of go mod download: %w", err)
	}
	if got.Sum != modHash {
		return "", "", fmt.Errorf("%s: found checksum %s, expected %s", module, got.Sum, modHash)
	}
	return module, got.Dir, nil
}

// required returns the folder of the release that go.mod requires. The go command has checked its checksum.
func required() (name, folder string, err error) {
	command := exec.Command("go", "list", "-m", "-json", "github.com/vmware/govmomi")
	command.Stderr = os.Stderr
	answer, err := command.Output()
	if err != nil {
		return "", "", fmt.Errorf("go list -m: %w", err)
	}
	var got struct{ Path, Version, Dir string }
	if err := json.Unmarshal(answer, &got); err != nil {
		return "", "", fmt.Errorf("cannot parse the output of go list: %w", err)
	}
	if got.Dir == "" {
		return "", "", fmt.Errorf("%s %s is not in the module cache; run go mod download", got.Path, got.Version)
	}
	return got.Path + "@" + got.Version, got.Dir, nil
}

// write prints the selection, sorted by name, so that two tables can be compared with diff.
func write(out io.Writer, api *api, methods []string, chosen selection) error {
	for _, method := range methods {
		name, receiver, _ := strings.Cut(method, " ")
		request, known := api.types[name+"RequestType"]
		if !known {
			return fmt.Errorf("no method %s", name)
		}
		fmt.Fprintf(out, "method %s %s\n", name, receiver)
		writeFields(out, request.fields)
	}
	for _, name := range sorted(chosen.types) {
		if values, isEnum := api.enums[name]; isEnum {
			fmt.Fprintf(out, "enum %s %s\n", name, strings.Join(values, " "))
			continue
		}
		fmt.Fprintln(out, strings.TrimSpace("type "+name+" "+api.types[name].base))
		writeFields(out, api.types[name].fields)
	}
	for _, name := range sorted(chosen.objects) {
		fmt.Fprintln(out, strings.TrimSpace("object "+name+" "+api.objects[name].base))
		writeFields(out, api.objects[name].fields)
	}
	others := slices.DeleteFunc(slices.Sorted(maps.Keys(api.objects)), func(name string) bool {
		return chosen.objects[name]
	})
	fmt.Fprintf(out, "others %s\n", strings.Join(others, " "))
	return nil
}

func writeFields(out io.Writer, fields []field) {
	for _, f := range fields {
		fmt.Fprintln(out, strings.TrimRight(" "+f.name+" "+f.kind+" "+f.count, " "))
	}
}

func sorted(names map[string]bool) []string {
	return slices.Sorted(maps.Keys(names))
}
