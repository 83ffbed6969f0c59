package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net"
	"net/http"
)

// serveAdmin starts the admin API for tests: JSON over plain HTTP on a separate loopback port, so that its requests do
// not count as traffic of the vCenter. Requests and responses are the structs of the functions named here.
func (c *vcenter) serveAdmin() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /topology", call(c.addTopology))
	mux.HandleFunc("GET /machines", query(c.listMachines))
	mux.HandleFunc("POST /machines", call(c.addMachines))
	mux.HandleFunc("PATCH /machines", call(c.changeMachines))
	mux.HandleFunc("POST /machines/destroy", call(c.destroyMachines))
	mux.HandleFunc("POST /machines/unregister", call(c.unregisterMachines))
	mux.HandleFunc("POST /machines/register", call(c.registerMachines))
	mux.HandleFunc("POST /machines/vanish", call(c.vanishMachines))
	mux.HandleFunc("POST /machines/relocate", call(c.relocateMachines))
	mux.HandleFunc("POST /machines/power", call(c.switchMachines))
	mux.HandleFunc("POST /machines/failover", call(c.failOver))
	mux.HandleFunc("POST /machines/snapshots", call(c.snapshotMachines))
	mux.HandleFunc("POST /hosts/connection", call(c.setConnection))
	mux.HandleFunc("POST /hosts/remove", call(c.removeHost))
	mux.HandleFunc("POST /folders", call(c.addFolders))
	mux.HandleFunc("POST /folders/remove", call(c.removeFolder))
	mux.HandleFunc("POST /pools", call(c.addPools))
	mux.HandleFunc("POST /categories", call(c.addCategories))
	mux.HandleFunc("POST /categories/remove", call(c.removeCategories))
	mux.HandleFunc("POST /tagging/rename", call(c.renameTagging))
	mux.HandleFunc("POST /attachments", call(c.changeAttachments))
	mux.HandleFunc("GET /sessions", query(c.listSessions))
	mux.HandleFunc("POST /sessions/terminate", call(c.terminateSessions))
	mux.HandleFunc("POST /collectors/destroy", query(c.destroyCollectors))
	mux.HandleFunc("PUT /credentials", call(c.setCredentials))
	mux.HandleFunc("PUT /denial", call(c.deny))
	mux.HandleFunc("PUT /privileges", call(c.setPrivileges))
	mux.HandleFunc("GET /history", query(c.describeHistory))
	mux.HandleFunc("POST /save", call(c.save))
	c.serveVolumeAdmin(mux)
	server := &http.Server{Handler: mux}
	go func() { log.Printf("admin: %s", server.Serve(listener)) }()
	return "http://" + listener.Addr().String(), nil
}

// call returns a handler for f. The request body is the argument, the result is the response, and an error is a 400.
func call[Q, A any](f func(Q) (A, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var request Q
		decoder := json.NewDecoder(r.Body)
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&request); err != nil {
			refuse(w, fmt.Errorf("%s %s: %w", r.Method, r.URL.Path, err))
			return
		}
		answer(w, r, func() (A, error) { return f(request) })
	}
}

func query[A any](f func() (A, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { answer(w, r, f) }
}

func answer[A any](w http.ResponseWriter, r *http.Request, f func() (A, error)) {
	result, err := f()
	if err != nil {
		refuse(w, fmt.Errorf("%s %s: %w", r.Method, r.URL.Path, err))
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(result)
}

func refuse(w http.ResponseWriter, err error) {
	log.Printf("admin: %s", err)
	http.Error(w, err.Error(), http.StatusBadRequest)
}

// nothing is the response of a call without a result.
type nothing struct{}
