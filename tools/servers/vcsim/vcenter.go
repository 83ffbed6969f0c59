package main

import (
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

	_ "github.com/vmware/govmomi/cns/simulator"
	_ "github.com/vmware/govmomi/lookup/simulator"
	_ "github.com/vmware/govmomi/pbm/simulator"
	_ "github.com/vmware/govmomi/sts/simulator"
	_ "github.com/vmware/govmomi/vapi/simulator"
)

// vcenter is one simulated vCenter and what the admin API needs of it.
//
// The simulator locks each managed object on behalf of a *simulator.Context, so every admin call takes a fresh one
// from context().
type vcenter struct {
	service *simulator.Service
	server  *simulator.Server
	tagging tagging
	journal *journal
	home    string // holds the datastores' directories, removed at the end

	// bulk serialises admin calls that change the inventory; it guards what follows.
	bulk         sync.Mutex
	unregistered map[string]*simulator.VirtualMachine // by the reference they had

	credentials      sync.Mutex
	username, secret string
}

func open(o options) (*vcenter, error) {
	home, err := os.MkdirTemp("", "vcsim-")
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
	// New references follow the highest there is, as after a load: a VM made after a restore gets one that was given
	// out before it.
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
		// It was saved with the list of the sessions of that moment, to which the simulator would add.
		c.context().Map.SessionManager().SessionList = nil
		if err := c.loadMachines(o.load); err != nil {
			return err
		}
		if err := c.loadHistory(o.load); err != nil {
			return err
		}
	}

	// Endpoints are set up before the first request is served, so that no client ever sees half a restart.
	var incomplete error
	simulator.RegisterEndpoint(func(s *simulator.Service, _ *simulator.Registry) {
		if s == c.service {
			incomplete = c.findTagging(o.load)
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
	_ = os.RemoveAll(c.home)
}

// describe sets what the ServiceInstance says about itself.
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

// validLogin accepts the account with and without its domain, unlike the simulator's own check.
func (c *vcenter) validLogin(login *types.Login) bool {
	c.credentials.Lock()
	defer c.credentials.Unlock()
	name, _, _ := strings.Cut(c.username, "@")
	return login.Password == c.secret &&
		(login.UserName == c.username || login.UserName == name || login.UserName == name+"@vsphere.local")
}

// context is what one admin call acts on behalf of.
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
