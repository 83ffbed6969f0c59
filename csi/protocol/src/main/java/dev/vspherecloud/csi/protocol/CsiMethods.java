package dev.vspherecloud.csi.protocol;

import dev.vspherecloud.csi.protocol.grpc.GrpcMethod;
import dev.vspherecloud.csi.protocol.v1.ControllerExpandVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.ControllerGetCapabilitiesRequest;
import dev.vspherecloud.csi.protocol.v1.ControllerPublishVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.ControllerUnpublishVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.CreateSnapshotRequest;
import dev.vspherecloud.csi.protocol.v1.CreateVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.DeleteSnapshotRequest;
import dev.vspherecloud.csi.protocol.v1.DeleteVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.GetCapacityRequest;
import dev.vspherecloud.csi.protocol.v1.GetPluginCapabilitiesRequest;
import dev.vspherecloud.csi.protocol.v1.GetPluginInfoRequest;
import dev.vspherecloud.csi.protocol.v1.ListSnapshotsRequest;
import dev.vspherecloud.csi.protocol.v1.ListVolumesRequest;
import dev.vspherecloud.csi.protocol.v1.NodeExpandVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.NodeGetCapabilitiesRequest;
import dev.vspherecloud.csi.protocol.v1.NodeGetInfoRequest;
import dev.vspherecloud.csi.protocol.v1.NodeGetVolumeStatsRequest;
import dev.vspherecloud.csi.protocol.v1.NodePublishVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.NodeStageVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.NodeUnpublishVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.NodeUnstageVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.ProbeRequest;
import dev.vspherecloud.csi.protocol.v1.ValidateVolumeCapabilitiesRequest;
import java.util.List;

/// The methods of each service, by their paths.
public final class CsiMethods {
    private CsiMethods() {}

    public static List<GrpcMethod<?>> identity(IdentityService service) {
        return List.of(
                new GrpcMethod<>(
                        "/csi.v1.Identity/GetPluginInfo", GetPluginInfoRequest.parser(), service::getPluginInfo),
                new GrpcMethod<>(
                        "/csi.v1.Identity/GetPluginCapabilities",
                        GetPluginCapabilitiesRequest.parser(),
                        service::getPluginCapabilities),
                new GrpcMethod<>("/csi.v1.Identity/Probe", ProbeRequest.parser(), service::probe));
    }

    public static List<GrpcMethod<?>> controller(ControllerService service) {
        return List.of(
                new GrpcMethod<>(
                        "/csi.v1.Controller/CreateVolume", CreateVolumeRequest.parser(), service::createVolume),
                new GrpcMethod<>(
                        "/csi.v1.Controller/DeleteVolume", DeleteVolumeRequest.parser(), service::deleteVolume),
                new GrpcMethod<>(
                        "/csi.v1.Controller/ControllerPublishVolume",
                        ControllerPublishVolumeRequest.parser(),
                        service::controllerPublishVolume),
                new GrpcMethod<>(
                        "/csi.v1.Controller/ControllerUnpublishVolume",
                        ControllerUnpublishVolumeRequest.parser(),
                        service::controllerUnpublishVolume),
                new GrpcMethod<>(
                        "/csi.v1.Controller/ValidateVolumeCapabilities",
                        ValidateVolumeCapabilitiesRequest.parser(),
                        service::validateVolumeCapabilities),
                new GrpcMethod<>("/csi.v1.Controller/ListVolumes", ListVolumesRequest.parser(), service::listVolumes),
                new GrpcMethod<>("/csi.v1.Controller/GetCapacity", GetCapacityRequest.parser(), service::getCapacity),
                new GrpcMethod<>(
                        "/csi.v1.Controller/ControllerGetCapabilities",
                        ControllerGetCapabilitiesRequest.parser(),
                        service::controllerGetCapabilities),
                new GrpcMethod<>(
                        "/csi.v1.Controller/CreateSnapshot", CreateSnapshotRequest.parser(), service::createSnapshot),
                new GrpcMethod<>(
                        "/csi.v1.Controller/DeleteSnapshot", DeleteSnapshotRequest.parser(), service::deleteSnapshot),
                new GrpcMethod<>(
                        "/csi.v1.Controller/ListSnapshots", ListSnapshotsRequest.parser(), service::listSnapshots),
                new GrpcMethod<>(
                        "/csi.v1.Controller/ControllerExpandVolume",
                        ControllerExpandVolumeRequest.parser(),
                        service::controllerExpandVolume));
    }

    public static List<GrpcMethod<?>> node(NodeService service) {
        return List.of(
                new GrpcMethod<>(
                        "/csi.v1.Node/NodeStageVolume", NodeStageVolumeRequest.parser(), service::nodeStageVolume),
                new GrpcMethod<>(
                        "/csi.v1.Node/NodeUnstageVolume",
                        NodeUnstageVolumeRequest.parser(),
                        service::nodeUnstageVolume),
                new GrpcMethod<>(
                        "/csi.v1.Node/NodePublishVolume",
                        NodePublishVolumeRequest.parser(),
                        service::nodePublishVolume),
                new GrpcMethod<>(
                        "/csi.v1.Node/NodeUnpublishVolume",
                        NodeUnpublishVolumeRequest.parser(),
                        service::nodeUnpublishVolume),
                new GrpcMethod<>(
                        "/csi.v1.Node/NodeGetVolumeStats",
                        NodeGetVolumeStatsRequest.parser(),
                        service::nodeGetVolumeStats),
                new GrpcMethod<>(
                        "/csi.v1.Node/NodeExpandVolume", NodeExpandVolumeRequest.parser(), service::nodeExpandVolume),
                new GrpcMethod<>(
                        "/csi.v1.Node/NodeGetCapabilities",
                        NodeGetCapabilitiesRequest.parser(),
                        service::nodeGetCapabilities),
                new GrpcMethod<>("/csi.v1.Node/NodeGetInfo", NodeGetInfoRequest.parser(), service::nodeGetInfo));
    }
}
