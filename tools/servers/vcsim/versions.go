package main

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25"
)

// releases contains the vim25 versions that a current vCenter may list, newest first.
var releases = []string{
	"9.0.0.0", "8.0.3.0", "8.0.2.0", "8.0.1.0", "8.0.0.1", "7.0.3.2", "7.0.3.1", "7.0.3.0", "7.0.2.1", "7.0.2.0",
	"7.0.1.1", "7.0.1.0", "7.0.0.2", "7.0.0.0", "6.9.1", "6.8.7", "6.7.3", "6.7.2", "6.7.1", "6.7", "6.5", "6.0", "5.5",
}

// serviceVersions lists the configured version and all older ones, as vCenter does. The simulator lists only two.
func (c *vcenter) serviceVersions(w http.ResponseWriter, _ *http.Request) {
	instance := c.service.Context.Map.Get(vim25.ServiceInstance).(*simulator.ServiceInstance)
	current := instance.Content.About.ApiVersion
	var prior strings.Builder
	for _, version := range releases {
		if older(version, current) {
			fmt.Fprintf(&prior, "   <version>%s</version>\n", version)
		}
	}
	w.Header().Set("Content-Type", "text/xml; charset=utf-8")
	fmt.Fprintf(w, `<?xml version="1.0" encoding="UTF-8"?>
<namespaces version="1.0">
 <namespace>
  <name>urn:vim25</name>
  <version>%s</version>
  <priorVersions>
%s  </priorVersions>
 </namespace>
</namespaces>
`, current, prior.String())
}

func older(a, b string) bool {
	left, right := strings.Split(a, "."), strings.Split(b, ".")
	for i := range max(len(left), len(right)) {
		if l, r := part(left, i), part(right, i); l != r {
			return l < r
		}
	}
	return false
}

func part(version []string, i int) int {
	if i >= len(version) {
		return 0
	}
	n, _ := strconv.Atoi(version[i])
	return n
}

// vsanReleases contains the names of the vSAN API versions that differ from those of vim25, newest first.
var vsanReleases = []struct{ since, name string }{
	{"8.0", ""}, {"7.0.3", "vSAN 7.0U3"}, {"7.0.2", "vSAN 7.0U2"}, {"7.0.1", "vSAN 7.0U1"}, {"7.0", "7.0"},
	{"6.7.3", "vSAN 6.7U3"}, {"6.7", "6.7"}, {"0", "6.6"},
}

// vsanVersion returns the vSAN API version of a vCenter.
func vsanVersion(apiVersion string) string {
	for _, release := range vsanReleases {
		if !older(apiVersion, release.since) && release.name != "" {
			return release.name
		}
		if !older(apiVersion, release.since) {
			break
		}
	}
	return apiVersion
}

// vsanVersions lists the vSAN API version and all older ones. The simulator lists only three.
func (c *vcenter) vsanVersions(w http.ResponseWriter, _ *http.Request) {
	current := vsanVersion(c.apiVersion())
	var prior strings.Builder
	listed := map[string]bool{current: true}
	for _, version := range releases {
		if name := vsanVersion(version); older(version, c.apiVersion()) && !listed[name] {
			listed[name] = true
			fmt.Fprintf(&prior, "   <version>%s</version>\n", name)
		}
	}
	w.Header().Set("Content-Type", "text/xml; charset=utf-8")
	fmt.Fprintf(w, `<?xml version="1.0" encoding="UTF-8"?>
<namespaces version="1.0">
 <namespace>
  <name>urn:vsan</name>
  <version>%s</version>
  <priorVersions>
%s  </priorVersions>
 </namespace>
</namespaces>
`, current, prior.String())
}
