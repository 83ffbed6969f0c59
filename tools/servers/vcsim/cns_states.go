package main

import (
	"crypto/rand"
	"encoding/hex"

	cnstypes "github.com/vmware/govmomi/cns/types"
)

// diskState is what belongs to an FCD and is not in its VStorageObject.
type diskState struct {
	ID string `xml:"id"`
	// UUID is that of the virtual disk. It stays the same for all attachments.
	UUID string `xml:"uuid"`
	// Content stands for what is written on the disk.
	Content string `xml:"content"`
	// Source is the snapshot of which the disk is a copy, as in VOLUME+SNAPSHOT, or "".
	Source    string         `xml:"source"`
	Snapshots []diskSnapshot `xml:"snapshot"`
}

type diskSnapshot struct {
	Shown   cnstypes.CnsSnapshot `xml:"shown"`
	Content string               `xml:"content"` // of the disk at that time
	UsedMb  int64                `xml:"usedMb"`
}

// state returns the state of an FCD. mu is held.
//
// For an id without an FCD, it is empty and not kept.
func (m *volumeManager) state(id string) *diskState {
	found, ok := m.states[id]
	if !ok {
		found = &diskState{ID: id, UUID: newDiskUUID()}
		if disk, _ := m.disk(id); disk != nil {
			m.states[id] = found
		}
	}
	return found
}

// newDiskUUID returns a disk UUID in the form of vCenter, such as 6000C298-595b-f457-5739-e9105b2c0c2d.
func newDiskUUID() string {
	random := make([]byte, 14)
	_, _ = rand.Read(random)
	text := "6000C2" + hex.EncodeToString(random)[:26]
	return text[:8] + "-" + text[8:12] + "-" + text[12:16] + "-" + text[16:20] + "-" + text[20:32]
}
