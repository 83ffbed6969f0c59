package dev.vspherecloud.csi.controller.request;

import dev.vspherecloud.csi.protocol.v1.CapacityRange;
import dev.vspherecloud.csi.protocol.v1.CreateVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.VolumeCapability;

/// Requests as the sidecars send them.
public final class Requests {
    public static final long GIBIBYTE = 1L << 30;

    private Requests() {}

    public static VolumeCapability mount(VolumeCapability.AccessMode.Mode mode) {
        return VolumeCapability.newBuilder()
                .setMount(VolumeCapability.MountVolume.newBuilder().setFsType("ext4"))
                .setAccessMode(VolumeCapability.AccessMode.newBuilder().setMode(mode))
                .build();
    }

    public static VolumeCapability mount() {
        return mount(VolumeCapability.AccessMode.Mode.SINGLE_NODE_WRITER);
    }

    public static VolumeCapability rawBlock() {
        return VolumeCapability.newBuilder()
                .setBlock(VolumeCapability.BlockVolume.getDefaultInstance())
                .setAccessMode(VolumeCapability.AccessMode.newBuilder()
                        .setMode(VolumeCapability.AccessMode.Mode.SINGLE_NODE_WRITER))
                .build();
    }

    public static CreateVolumeRequest.Builder create(String name) {
        return CreateVolumeRequest.newBuilder()
                .setName(name)
                .setCapacityRange(CapacityRange.newBuilder().setRequiredBytes(GIBIBYTE))
                .addVolumeCapabilities(mount());
    }
}
