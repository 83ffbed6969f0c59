// Package finder compares testdata/spellings.txt with govmomi: which datacenter cloud-provider-vsphere (Go) and
// vsphere-csi-driver (Go) find for a value of the key datacenters. The unit tests of libs/domain compare the same file
// with this project.
package finder

import (
	"context"
	"errors"
	"os"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/vmware/govmomi/find"
	"github.com/vmware/govmomi/object"
	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25"
)

// reference matches the reference of a datacenter in the files. The simulator has other numbers.
var reference = regexp.MustCompile(`datacenter-\d+`)

// lines returns the lines of a file without comments.
func lines(t *testing.T, file string) []string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		if !strings.HasPrefix(line, "#") {
			lines = append(lines, line)
		}
	}
	return lines
}

// folder returns the folder with this path, and creates it if there is none.
func folder(ctx context.Context, t *testing.T, client *vim25.Client, place string) *object.Folder {
	t.Helper()
	if place == "/" {
		return object.NewRootFolder(client)
	}
	found, err := object.NewSearchIndex(client).FindByInventoryPath(ctx, place)
	if err != nil {
		t.Fatal(err)
	}
	if found != nil {
		return found.(*object.Folder)
	}
	created, err := folder(ctx, t, client, path.Dir(place)).CreateFolder(ctx, path.Base(place))
	if err != nil {
		t.Fatal(err)
	}
	return created
}

// outcome returns what the finder does with a value: the path of the datacenter, "none" or "several".
func outcome(ctx context.Context, finder *find.Finder, value string) string {
	found, err := finder.Datacenter(ctx, value)
	var several *find.MultipleFoundError
	switch {
	case errors.As(err, &several):
		return "several"
	case err != nil:
		return "none"
	default:
		return found.InventoryPath
	}
}

func TestSpellings(t *testing.T) {
	model := simulator.VPX()
	model.Datacenter = 0
	model.Machine = 0
	simulator.Test(func(ctx context.Context, client *vim25.Client) {
		var references []string
		for _, place := range lines(t, "testdata/datacenters.txt") {
			created, err := folder(ctx, t, client, path.Dir(place)).CreateDatacenter(ctx, path.Base(place))
			if err != nil {
				t.Fatal(err)
			}
			references = append(references, created.Reference().Value)
		}
		finder := find.NewFinder(client, false)
		for _, line := range lines(t, "testdata/spellings.txt") {
			columns := strings.Split(line, "\t")
			value := reference.ReplaceAllStringFunc(columns[0], func(each string) string {
				number, _ := strconv.Atoi(strings.TrimPrefix(each, "datacenter-"))
				if number > len(references) {
					return "datacenter-999999"
				}
				return references[number-1]
			})
			if got := outcome(ctx, finder, value); got != columns[1] {
				t.Errorf("%q: govmomi found %q, the file has %q", columns[0], got, columns[1])
			}
		}
	}, model)
}
