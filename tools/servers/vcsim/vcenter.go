package main

import (
	"cmp"
	"context"
	"crypto/tls"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"

	"github.com/google/uuid"
	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25"
	"github.com/vmware/govmomi/vim25/types"
	"github.com/vmware/govmomi/vslm"

	_ "github.com/vmware/govmomi/cns/simulator"
	_ "github.com/vmware/govmomi/lookup/simulator"
	_ "github.com/vmware/govmomi/pbm/simulator"
	_ "github.com/vmware/govmomi/sts/simulator"
	_ "github.com/vmware/govmomi/vapi/simulator"
	_ "github.com/vmware/govmomi/vslm/simulator"
)

// vcenter is a simulated vCenter, with the state of the admin API.
//
// The simulator locks each managed object for a *simulator.Context, so every admin call uses a new one from context().
type vcenter struct {
	service *simulator.Service
	server  *simulator.Server
	tagging tagging
	journal *journal
	cns     *volumeManager // nil with -stock-cns
	home    string         // removed at the end

	// bulk serialises admin calls that change the inventory, and guards the fields below.
	bulk         sync.Mutex
	unregistered map[string]*simulator.VirtualMachine // by their former moref
	directories  []string                             // of the datastores; removed at the end

	credentials      sync.Mutex
	username, secret string
}

func open(o options) (*vcenter, error) {
	if err := enterDatastoreRoot(); err != nil {
		return nil, err
	}
	home, err := os.MkdirTemp(datastoreRoot(), "home-")
	if err != nil {
		return nil, err
	}
	c := &vcenter{
		home: home, username: o.username, secret: o.password,
		unregistered: make(map[string]*simulator.VirtualMachine),
	}
	if err := c.start(o); err != nil {
		c.remove()
		return nil, err
	}
	return c, nil
}

func (c *vcenter) start(o options) error {
	model := simulator.VPX()
	var err error
	if o.load != "" {
		err = c.load(model, o.load)
	} else {
		model.Datacenter, model.Machine = 0, 0
		err = model.Create()
		defer model.Remove()
	}
	if err != nil {
		return err
	}

	c.service = model.Service
	// New references follow the highest existing one, as after a load. So a VM that is created after a restore gets a
	// reference that was used before the restore.
	if err := c.service.Context.Map.AlignCounter(); err != nil {
		return err
	}
	c.describe(o)
	c.service.RegisterEndpoints = true
	c.service.Listen = &url.URL{Host: o.listen, User: url.UserPassword(o.username, o.password)}
	c.service.Context.Map.SessionManager().ValidLogin = c.validLogin
	c.service.Context.Map.Put(newRights())
	c.service.Context.Map.Handler = mayCall
	c.journal = c.keepJournal()
	if c.service.ServeMux == nil {
		c.service.ServeMux = http.NewServeMux()
	}
	c.service.ServeMux.HandleFunc("GET "+vim25.Path+"/vimServiceVersions.xml", c.serviceVersions)
	if !o.stockCNS {
		c.cns = newVolumeManager(c)
		c.service.ServeMux.HandleFunc("GET "+vim25.Path+"/vsanServiceVersions.xml", c.vsanVersions)
		c.service.ServeMux.HandleFunc("POST "+vim25.Path, c.serveTaskResults)
	}
	if !o.stock {
		c.useOwnCollector()
	}
	if o.tls {
		pair, err := keyPair(o.certificate, o.key)
		if err != nil {
			return err
		}
		c.service.TLS = &tls.Config{Certificates: []tls.Certificate{pair}}
	}

	if o.load != "" {
		// The saved object contains the sessions at the time of the save. The simulator would add to them.
		c.context().Map.SessionManager().SessionList = nil
		if err := c.loadMachines(o.load); err != nil {
			return err
		}
		if err := c.loadHistory(o.load); err != nil {
			return err
		}
		if err := c.loadStorage(o.load); err != nil {
			return err
		}
	}

	// Set up all endpoints before the first request, so that no client sees an incomplete restart.
	var incomplete error
	simulator.RegisterEndpoint(func(s *simulator.Service, _ *simulator.Registry) {
		if s == c.service {
			incomplete = c.findTagging(o.load)
			s.Context.For(vslm.Path).Map.Handler = useGlobalCatalogue
			if c.cns != nil {
				c.cns.serve(s)
			}
		}
	})
	c.server = c.service.NewServer()
	return incomplete
}

func (c *vcenter) url() string {
	u := *c.server.URL
	u.User = nil
	return u.String()
}

func (c *vcenter) remove() {
	if c.cns != nil {
		c.cns.close()
	}
	for _, directory := range append(c.directories, c.home) {
		_ = os.RemoveAll(directory)
	}
	removeDatastoreRoot()
}

// describe sets the AboutInfo of the ServiceInstance.
func (c *vcenter) describe(o options) {
	instance := c.service.Context.Map.Get(vim25.ServiceInstance).(*simulator.ServiceInstance)
	about := &instance.Content.About
	if o.instanceUUID != "" {
		about.InstanceUuid = o.instanceUUID
	} else if o.load == "" {
		about.InstanceUuid = uuid.NewString()
	}
	about.ApiVersion = o.apiVersion
	about.Version = strings.Join(strings.SplitN(o.apiVersion+".0.0", ".", 4)[:3], ".")
	about.FullName = about.Name + " " + about.Version + " build-" + about.Build + " (govmomi simulator)"
}

// validLogin accepts the user name with and without its domain. The simulator accepts only one form.
//
// The session, and the tasks that it causes, have the name in the form of vCenter, as in VSPHERE.LOCAL\Administrator
// (vmware/govmomi issue 2344), whatever the client sent.
func (c *vcenter) validLogin(login *types.Login) bool {
	c.credentials.Lock()
	defer c.credentials.Unlock()
	name, domain, _ := strings.Cut(c.username, "@")
	if login.Password != c.secret ||
		login.UserName != c.username && login.UserName != name && login.UserName != name+"@vsphere.local" {
		return false
	}
	login.UserName = strings.ToUpper(cmp.Or(domain, "vsphere.local")) + `\` + name
	return true
}

// context returns a new simulator context for one admin call.
func (c *vcenter) context() *simulator.Context {
	ctx := *c.service.Context
	ctx.Context = context.Background()
	ctx.Session = &simulator.Session{
		UserSession: types.UserSession{Key: "admin", UserName: operator},
		Registry:    simulator.NewRegistry(),
		Map:         ctx.Map,
	}
	return &ctx
}
