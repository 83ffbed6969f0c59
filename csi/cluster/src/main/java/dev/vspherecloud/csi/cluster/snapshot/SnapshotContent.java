package dev.vspherecloud.csi.cluster.snapshot;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.event.ObjectReference;
import dev.vspherecloud.kubernetes.watch.ObjectReader;

/// A VolumeSnapshotContent.
///
/// @param handle the handle of the snapshot; empty if it is not created yet
record SnapshotContent(String name, String uid, String handle) {
    static final String PATH = "/apis/snapshot.storage.k8s.io/v1/volumesnapshotcontents";

    static final ObjectReader<SnapshotContent> READER = new ObjectReader<>(
            JsonFields.of("metadata.name", "metadata.uid", "status.snapshotHandle"), SnapshotContent::of);

    private static final String VERSION = "snapshot.storage.k8s.io/v1";

    private static SnapshotContent of(Json content) {
        return new SnapshotContent(
                content.find("metadata", "name").asText(),
                content.find("metadata", "uid").asText(),
                content.find("status", "snapshotHandle").asText());
    }

    ObjectReference reference() {
        return ObjectReference.of(VERSION, "VolumeSnapshotContent", "", name, uid);
    }

    /// Returns the VolumeSnapshot of a VolumeSnapshotContent.
    static ObjectReference snapshotOf(Json content) {
        Json snapshot = content.find("spec", "volumeSnapshotRef");
        return ObjectReference.of(
                VERSION,
                "VolumeSnapshot",
                snapshot.find("namespace").asText(),
                snapshot.find("name").asText(),
                snapshot.find("uid").asText());
    }
}
