package main

import "fmt"

// What CNS does not show, although it has it: its database is behind that of vCenter, or the account lost visibility. An
// administrator ends it, and everything is as before. To forget a volume is final: see forget.
//
// Lists of CNS that are complete and too short have been reported (vsphere-csi-driver issues 570 and 1274), and the Go
// driver refuses to believe them (list-volume-threshold).
const (
	fromLists      = "lists"      // only a query by id finds the volume
	fromEverything = "everything" // CNS behaves as if it had forgotten the volume
)

// known returns a volume, or nil if CNS does not know it, or behaves so. mu is held.
func (m *volumeManager) known(id string) *volume {
	if m.omitted[id] == fromEverything {
		return nil
	}
	return m.volumes[id]
}

// shows returns true if a query contains a volume that matches its filter. mu is held.
func (m *volumeManager) shows(v *volume, byID bool) bool {
	where := m.omitted[v.ID]
	return where == "" || where == fromLists && byID
}

type omission struct {
	IDs  []string `json:"ids"`
	From string   `json:"from"` // lists, everything, or empty to show the volumes again
}

// omit makes CNS leave out volumes.
func (m *volumeManager) omit(request omission) (nothing, error) {
	if request.From != "" && request.From != fromLists && request.From != fromEverything {
		return nothing{}, fmt.Errorf("from is %q, expected lists, everything or nothing", request.From)
	}
	for _, id := range request.IDs {
		if _, ok := m.volumes[id]; !ok {
			return nothing{}, fmt.Errorf("no volume %q", id)
		}
	}
	for _, id := range request.IDs {
		delete(m.omitted, id)
		if request.From != "" {
			m.omitted[id] = request.From
		}
	}
	return nothing{}, nil
}
