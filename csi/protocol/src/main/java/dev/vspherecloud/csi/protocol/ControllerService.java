package dev.vspherecloud.csi.protocol;

import dev.vspherecloud.csi.protocol.grpc.GrpcCall;
import dev.vspherecloud.csi.protocol.grpc.GrpcException;
import dev.vspherecloud.csi.protocol.v1.ControllerExpandVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.ControllerExpandVolumeResponse;
import dev.vspherecloud.csi.protocol.v1.ControllerGetCapabilitiesRequest;
import dev.vspherecloud.csi.protocol.v1.ControllerGetCapabilitiesResponse;
import dev.vspherecloud.csi.protocol.v1.ControllerPublishVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.ControllerPublishVolumeResponse;
import dev.vspherecloud.csi.protocol.v1.ControllerUnpublishVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.ControllerUnpublishVolumeResponse;
import dev.vspherecloud.csi.protocol.v1.CreateSnapshotRequest;
import dev.vspherecloud.csi.protocol.v1.CreateSnapshotResponse;
import dev.vspherecloud.csi.protocol.v1.CreateVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.CreateVolumeResponse;
import dev.vspherecloud.csi.protocol.v1.DeleteSnapshotRequest;
import dev.vspherecloud.csi.protocol.v1.DeleteSnapshotResponse;
import dev.vspherecloud.csi.protocol.v1.DeleteVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.DeleteVolumeResponse;
import dev.vspherecloud.csi.protocol.v1.GetCapacityRequest;
import dev.vspherecloud.csi.protocol.v1.GetCapacityResponse;
import dev.vspherecloud.csi.protocol.v1.ListSnapshotsRequest;
import dev.vspherecloud.csi.protocol.v1.ListSnapshotsResponse;
import dev.vspherecloud.csi.protocol.v1.ListVolumesRequest;
import dev.vspherecloud.csi.protocol.v1.ListVolumesResponse;
import dev.vspherecloud.csi.protocol.v1.ValidateVolumeCapabilitiesRequest;
import dev.vspherecloud.csi.protocol.v1.ValidateVolumeCapabilitiesResponse;

/// The Controller service of the Container Storage Interface. Methods that are not overridden are UNIMPLEMENTED.
///
/// Threads: each call has a thread of its own. A failure is a `GrpcException`, and an unexpected one becomes a
/// code that every sidecar takes as "ask again". A call is interrupted only when the program stops.
public interface ControllerService {
    default CreateVolumeResponse createVolume(CreateVolumeRequest request, GrpcCall call) throws InterruptedException {
        throw GrpcException.unimplemented("CreateVolume");
    }

    default DeleteVolumeResponse deleteVolume(DeleteVolumeRequest request, GrpcCall call) throws InterruptedException {
        throw GrpcException.unimplemented("DeleteVolume");
    }

    default ControllerPublishVolumeResponse controllerPublishVolume(
            ControllerPublishVolumeRequest request, GrpcCall call) throws InterruptedException {
        throw GrpcException.unimplemented("ControllerPublishVolume");
    }

    default ControllerUnpublishVolumeResponse controllerUnpublishVolume(
            ControllerUnpublishVolumeRequest request, GrpcCall call) throws InterruptedException {
        throw GrpcException.unimplemented("ControllerUnpublishVolume");
    }

    default ValidateVolumeCapabilitiesResponse validateVolumeCapabilities(
            ValidateVolumeCapabilitiesRequest request, GrpcCall call) throws InterruptedException {
        throw GrpcException.unimplemented("ValidateVolumeCapabilities");
    }

    default ListVolumesResponse listVolumes(ListVolumesRequest request, GrpcCall call) throws InterruptedException {
        throw GrpcException.unimplemented("ListVolumes");
    }

    default GetCapacityResponse getCapacity(GetCapacityRequest request, GrpcCall call) throws InterruptedException {
        throw GrpcException.unimplemented("GetCapacity");
    }

    default ControllerGetCapabilitiesResponse controllerGetCapabilities(
            ControllerGetCapabilitiesRequest request, GrpcCall call) throws InterruptedException {
        throw GrpcException.unimplemented("ControllerGetCapabilities");
    }

    default CreateSnapshotResponse createSnapshot(CreateSnapshotRequest request, GrpcCall call)
            throws InterruptedException {
        throw GrpcException.unimplemented("CreateSnapshot");
    }

    default DeleteSnapshotResponse deleteSnapshot(DeleteSnapshotRequest request, GrpcCall call)
            throws InterruptedException {
        throw GrpcException.unimplemented("DeleteSnapshot");
    }

    default ListSnapshotsResponse listSnapshots(ListSnapshotsRequest request, GrpcCall call)
            throws InterruptedException {
        throw GrpcException.unimplemented("ListSnapshots");
    }

    default ControllerExpandVolumeResponse controllerExpandVolume(ControllerExpandVolumeRequest request, GrpcCall call)
            throws InterruptedException {
        throw GrpcException.unimplemented("ControllerExpandVolume");
    }
}
