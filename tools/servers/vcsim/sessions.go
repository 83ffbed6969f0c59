package main

import (
	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25"
	"github.com/vmware/govmomi/vim25/types"
)

type sessionsAnswer struct {
	Soap []string `json:"soap"` // keys
	Rest []string `json:"rest"` // ids
}

func (c *vcenter) listSessions() (sessionsAnswer, error) {
	answer := sessionsAnswer{Soap: []string{}, Rest: c.tagging.sessions()}
	ctx := c.context()
	manager := ctx.Session.Get(*content(ctx).SessionManager).(*simulator.SessionManager)
	for _, session := range manager.SessionList {
		answer.Soap = append(answer.Soap, session.Key)
	}
	return answer, nil
}

type terminationRequest struct {
	Soap []string `json:"soap"`
	Rest []string `json:"rest"`
	All  bool     `json:"all"`
}

// terminateSessions ends sessions as an administrator does: their next call fails with NotAuthenticated, and a wait in
// progress fails immediately.
func (c *vcenter) terminateSessions(request terminationRequest) (sessionsAnswer, error) {
	ended := sessionsAnswer{Soap: request.Soap, Rest: request.Rest}
	if request.All {
		ended, _ = c.listSessions()
	}
	ctx := c.context()
	for _, key := range ended.Soap {
		end := &types.TerminateSession{SessionId: []string{key}}
		if err := failure(ctx.Map.SessionManager().TerminateSession(ctx, end)); err != nil {
			return sessionsAnswer{}, err
		}
		endCollectors(ctx, key)
	}
	c.tagging.terminate(ended.Rest)
	return ended, nil
}

type credentialsRequest struct {
	Username string `json:"username"`
	Password string `json:"password"`
}

// setCredentials changes user name and password for new logins. Existing sessions stay valid.
func (c *vcenter) setCredentials(request credentialsRequest) (nothing, error) {
	c.credentials.Lock()
	defer c.credentials.Unlock()
	c.username, c.secret = request.Username, request.Password
	return nothing{}, nil
}

func content(ctx *simulator.Context) types.ServiceContent {
	return serviceInstance(ctx).Content
}

func serviceInstance(ctx *simulator.Context) *simulator.ServiceInstance {
	return ctx.Map.Get(vim25.ServiceInstance).(*simulator.ServiceInstance)
}
