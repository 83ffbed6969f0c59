// Command govc is the vSphere command line of the govmomi project, built from its packages, because its own main
// package is in no module. The tests use it to run the commands of the documentation against the vCenter simulator.
package main

import (
	"os"

	"github.com/vmware/govmomi/cli"
	_ "github.com/vmware/govmomi/cli/about"
	_ "github.com/vmware/govmomi/cli/cluster"
	_ "github.com/vmware/govmomi/cli/datacenter"
	_ "github.com/vmware/govmomi/cli/folder"
	_ "github.com/vmware/govmomi/cli/host"
	_ "github.com/vmware/govmomi/cli/object"
	_ "github.com/vmware/govmomi/cli/permissions"
	_ "github.com/vmware/govmomi/cli/role"
	_ "github.com/vmware/govmomi/cli/session"
	_ "github.com/vmware/govmomi/cli/sso/user"
	_ "github.com/vmware/govmomi/cli/tags"
	_ "github.com/vmware/govmomi/cli/tags/association"
	_ "github.com/vmware/govmomi/cli/tags/category"
	_ "github.com/vmware/govmomi/cli/vm"
)

func main() {
	os.Exit(cli.Run(os.Args[1:]))
}
