// The memory-plugin is a driver of the Container Storage Interface that keeps volumes, attachments and snapshots in
// memory. Tests of the test bed use it, because its answers are known: if a claim is not bound with this driver, the
// test bed is wrong.
//
// It announces and serves what the controller of a block volume driver serves, and it never fails except for missing
// volumes. For each call it prints one line to standard output: the name of the method, and the name or the id.
package main

import (
	"context"
	"flag"
	"fmt"
	"net"
	"os"
	"sync"

	"github.com/container-storage-interface/spec/lib/go/csi"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

const defaultSize = 1 << 30

type plugin struct {
	csi.UnimplementedIdentityServer
	csi.UnimplementedControllerServer
	name string

	lock      sync.Mutex // guards the maps
	volumes   map[string]*csi.Volume
	snapshots map[string]*csi.Snapshot
}

func main() {
	name := flag.String("name", "csi.vsphere.vmware.com", "`name` of the driver")
	socket := flag.String("socket", "", "`path` of the socket to listen on")
	flag.Parse()
	listener, err := net.Listen("unix", *socket)
	if err != nil {
		fmt.Fprintf(os.Stderr, "memory-plugin: %s\n", err)
		os.Exit(1)
	}
	served := &plugin{name: *name, volumes: map[string]*csi.Volume{}, snapshots: map[string]*csi.Snapshot{}}
	server := grpc.NewServer()
	csi.RegisterIdentityServer(server, served)
	csi.RegisterControllerServer(server, served)
	if err := server.Serve(listener); err != nil {
		fmt.Fprintf(os.Stderr, "memory-plugin: %s\n", err)
		os.Exit(1)
	}
}

func (p *plugin) GetPluginInfo(context.Context, *csi.GetPluginInfoRequest) (*csi.GetPluginInfoResponse, error) {
	return &csi.GetPluginInfoResponse{Name: p.name, VendorVersion: "test"}, nil
}

func (p *plugin) GetPluginCapabilities(context.Context, *csi.GetPluginCapabilitiesRequest) (*csi.GetPluginCapabilitiesResponse, error) {
	return &csi.GetPluginCapabilitiesResponse{Capabilities: []*csi.PluginCapability{
		{Type: &csi.PluginCapability_Service_{Service: &csi.PluginCapability_Service{
			Type: csi.PluginCapability_Service_CONTROLLER_SERVICE}}},
		{Type: &csi.PluginCapability_VolumeExpansion_{VolumeExpansion: &csi.PluginCapability_VolumeExpansion{
			Type: csi.PluginCapability_VolumeExpansion_ONLINE}}},
	}}, nil
}

func (p *plugin) Probe(context.Context, *csi.ProbeRequest) (*csi.ProbeResponse, error) {
	return &csi.ProbeResponse{Ready: wrapperspb.Bool(true)}, nil
}

func (p *plugin) ControllerGetCapabilities(context.Context, *csi.ControllerGetCapabilitiesRequest) (*csi.ControllerGetCapabilitiesResponse, error) {
	response := &csi.ControllerGetCapabilitiesResponse{}
	for _, each := range []csi.ControllerServiceCapability_RPC_Type{
		csi.ControllerServiceCapability_RPC_CREATE_DELETE_VOLUME,
		csi.ControllerServiceCapability_RPC_PUBLISH_UNPUBLISH_VOLUME,
		csi.ControllerServiceCapability_RPC_CREATE_DELETE_SNAPSHOT,
		csi.ControllerServiceCapability_RPC_EXPAND_VOLUME,
	} {
		response.Capabilities = append(response.Capabilities, &csi.ControllerServiceCapability{
			Type: &csi.ControllerServiceCapability_Rpc{Rpc: &csi.ControllerServiceCapability_RPC{Type: each}}})
	}
	return response, nil
}

// The id of a volume is its name, so that a repeated request finds it.
func (p *plugin) CreateVolume(_ context.Context, request *csi.CreateVolumeRequest) (*csi.CreateVolumeResponse, error) {
	defer p.call("CreateVolume", request.GetName())()
	volume, known := p.volumes[request.GetName()]
	if !known {
		size := max(request.GetCapacityRange().GetRequiredBytes(), defaultSize)
		volume = &csi.Volume{VolumeId: request.GetName(), CapacityBytes: size, ContentSource: request.GetVolumeContentSource()}
		p.volumes[volume.GetVolumeId()] = volume
	}
	return &csi.CreateVolumeResponse{Volume: volume}, nil
}

func (p *plugin) DeleteVolume(_ context.Context, request *csi.DeleteVolumeRequest) (*csi.DeleteVolumeResponse, error) {
	defer p.call("DeleteVolume", request.GetVolumeId())()
	delete(p.volumes, request.GetVolumeId())
	return &csi.DeleteVolumeResponse{}, nil
}

func (p *plugin) ControllerExpandVolume(_ context.Context, request *csi.ControllerExpandVolumeRequest) (*csi.ControllerExpandVolumeResponse, error) {
	defer p.call("ControllerExpandVolume", request.GetVolumeId())()
	volume, err := p.volume(request.GetVolumeId())
	if err != nil {
		return nil, err
	}
	grown := proto.Clone(volume).(*csi.Volume) // the old one may still be on its way to another caller
	grown.CapacityBytes = max(volume.GetCapacityBytes(), request.GetCapacityRange().GetRequiredBytes())
	p.volumes[grown.GetVolumeId()] = grown
	return &csi.ControllerExpandVolumeResponse{CapacityBytes: grown.GetCapacityBytes(), NodeExpansionRequired: true}, nil
}

func (p *plugin) ControllerPublishVolume(_ context.Context, request *csi.ControllerPublishVolumeRequest) (*csi.ControllerPublishVolumeResponse, error) {
	defer p.call("ControllerPublishVolume", request.GetVolumeId())()
	if _, err := p.volume(request.GetVolumeId()); err != nil {
		return nil, err
	}
	return &csi.ControllerPublishVolumeResponse{PublishContext: map[string]string{"node": request.GetNodeId()}}, nil
}

func (p *plugin) ControllerUnpublishVolume(_ context.Context, request *csi.ControllerUnpublishVolumeRequest) (*csi.ControllerUnpublishVolumeResponse, error) {
	defer p.call("ControllerUnpublishVolume", request.GetVolumeId())()
	return &csi.ControllerUnpublishVolumeResponse{}, nil
}

func (p *plugin) CreateSnapshot(_ context.Context, request *csi.CreateSnapshotRequest) (*csi.CreateSnapshotResponse, error) {
	defer p.call("CreateSnapshot", request.GetName())()
	source, err := p.volume(request.GetSourceVolumeId())
	if err != nil {
		return nil, err
	}
	snapshot, known := p.snapshots[request.GetName()]
	if !known {
		snapshot = &csi.Snapshot{SnapshotId: request.GetName(), SourceVolumeId: source.GetVolumeId(),
			SizeBytes: source.GetCapacityBytes(), CreationTime: timestamppb.Now(), ReadyToUse: true}
		p.snapshots[snapshot.GetSnapshotId()] = snapshot
	}
	return &csi.CreateSnapshotResponse{Snapshot: snapshot}, nil
}

func (p *plugin) DeleteSnapshot(_ context.Context, request *csi.DeleteSnapshotRequest) (*csi.DeleteSnapshotResponse, error) {
	defer p.call("DeleteSnapshot", request.GetSnapshotId())()
	delete(p.snapshots, request.GetSnapshotId())
	return &csi.DeleteSnapshotResponse{}, nil
}

// call prints the line of a call and locks the maps. The returned function unlocks them.
func (p *plugin) call(method, subject string) func() {
	p.lock.Lock()
	fmt.Println(method, subject)
	return p.lock.Unlock
}

func (p *plugin) volume(id string) (*csi.Volume, error) {
	if volume, known := p.volumes[id]; known {
		return volume, nil
	}
	return nil, status.Errorf(codes.NotFound, "no volume %q", id)
}
