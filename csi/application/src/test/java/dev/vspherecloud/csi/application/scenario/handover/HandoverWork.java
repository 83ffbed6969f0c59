package dev.vspherecloud.csi.application.scenario.handover;

import dev.vspherecloud.csi.application.scenario.CsiCalls;

/// A request that a sidecar repeats until it succeeds, whichever driver answers it.
///
/// @param name     of a new volume or snapshot; empty for the others
/// @param volume   the handle of the volume; empty for a new one
/// @param snapshot the snapshot to delete, or the one of which the new volume is a copy; empty for none
/// @param source   the volume of which the new volume is a copy, or that of its snapshot; empty for an empty disk
/// @param node     the id of the Node, to attach and to detach; empty for the others
record HandoverWork(
        Operation operation, String name, String volume, long capacityMb, String snapshot, String source, String node) {

    enum Operation {
        CREATE("CnsCreateVolume", "CreateVolume"),
        DELETE("CnsDeleteVolume", "DeleteVolume"),
        EXPAND("CnsExtendVolume", "ControllerExpandVolume"),
        SNAPSHOT("CnsCreateSnapshots", "CreateSnapshot"),
        DELETE_SNAPSHOT("CnsDeleteSnapshots", "DeleteSnapshot"),
        ATTACH("CnsAttachVolume", "ControllerPublishVolume"),
        DETACH("CnsDetachVolume", "ControllerUnpublishVolume");

        private final String cns;
        private final String csi;

        Operation(String cns, String csi) {
            this.cns = cns;
            this.csi = csi;
        }

        /// The method of CNS.
        String cns() {
            return cns;
        }

        /// The method of the Container Storage Interface, as the client of the tests takes it.
        String csi() {
            return "/csi.v1.Controller/" + csi;
        }

        /// Returns true if there is a record of it.
        boolean isRecorded() {
            return this != ATTACH && this != DETACH;
        }

        /// Returns true if a second call of CNS would make a second volume or snapshot.
        boolean makesSomething() {
            return this == CREATE || this == SNAPSHOT;
        }
    }

    private static final String CAPABILITY =
            "{\"mount\": {\"fsType\": \"ext4\"}, \"accessMode\": {\"mode\": \"SINGLE_NODE_WRITER\"}}";

    static HandoverWork create(String name) {
        return new HandoverWork(Operation.CREATE, name, "", 1024, "", "", "");
    }

    /// A volume from a snapshot.
    static HandoverWork restore(String name, long capacityMb, String source, String snapshot) {
        return new HandoverWork(Operation.CREATE, name, "", capacityMb, snapshot, source, "");
    }

    /// A copy of a volume.
    static HandoverWork cloned(String name, String source) {
        return new HandoverWork(Operation.CREATE, name, "", 1024, "", source, "");
    }

    static HandoverWork of(Operation operation, String volume) {
        return new HandoverWork(operation, "", volume, operation == Operation.EXPAND ? 2048 : 0, "", "", "");
    }

    static HandoverWork snapshot(String name, String volume) {
        return new HandoverWork(Operation.SNAPSHOT, name, volume, 0, "", "", "");
    }

    static HandoverWork deleteSnapshot(String volume, String snapshot) {
        return new HandoverWork(Operation.DELETE_SNAPSHOT, "", volume, 0, snapshot, "", "");
    }

    static HandoverWork onNode(Operation operation, String volume, String node) {
        return new HandoverWork(operation, "", volume, 0, "", "", node);
    }

    /// The name of its record, which both drivers use.
    String record() {
        return switch (operation) {
            case CREATE -> name;
            case DELETE -> "delete-" + volume;
            case EXPAND -> "expand-" + volume;
            case SNAPSHOT -> name + "-" + volume;
            case DELETE_SNAPSHOT -> "deletesnapshot-" + volume + "-" + snapshot;
            case ATTACH, DETACH -> throw new IllegalStateException("an attach or a detach has no record");
        };
    }

    /// The request as JSON, in one line.
    String request() {
        String body =
                switch (operation) {
                    case CREATE -> """
                        {"name": "%s", "capacityRange": {"requiredBytes": "%d"}, "volumeCapabilities": [%s]%s}""".formatted(name, capacityMb << 20, CAPABILITY, contentSource());
                    case DELETE -> "{\"volumeId\": \"%s\"}".formatted(volume);
                    case EXPAND -> """
                        {"volumeId": "%s", "capacityRange": {"requiredBytes": "%d"}}""".formatted(volume, capacityMb << 20);
                    case SNAPSHOT -> "{\"name\": \"%s\", \"sourceVolumeId\": \"%s\"}".formatted(name, volume);
                    case DELETE_SNAPSHOT -> "{\"snapshotId\": \"%s+%s\"}".formatted(volume, snapshot);
                    case ATTACH -> """
                        {"volumeId": "%s", "nodeId": "%s", "volumeCapability": %s}""".formatted(volume, node, CAPABILITY);
                    case DETACH -> "{\"volumeId\": \"%s\", \"nodeId\": \"%s\"}".formatted(volume, node);
                };
        return body.replace('\n', ' ');
    }

    private String contentSource() {
        if (source.isEmpty()) {
            return "";
        }
        return ", \"volumeContentSource\": "
                + (snapshot.isEmpty() ? CsiCalls.ofVolume(source) : CsiCalls.ofSnapshot(source + "+" + snapshot));
    }
}
