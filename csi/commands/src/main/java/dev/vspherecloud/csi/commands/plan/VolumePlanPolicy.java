package dev.vspherecloud.csi.commands.plan;

import dev.vspherecloud.config.RawValue;
import dev.vspherecloud.csi.cluster.plan.ExistingVolume;
import dev.vspherecloud.csi.cluster.plan.ExistingVolume.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Decides what changes for a PersistentVolume. Pure.
///
/// Rule from: csi 2.4, csi-production 8.
final class VolumePlanPolicy {
    private static final Set<String> SHARED_MODES = Set.of("ReadWriteMany", "ReadOnlyMany");

    private VolumePlanPolicy() {}

    /// Returns what differs; empty if nothing changes.
    ///
    /// @param settings   empty if the configuration is not known
    /// @param migrations empty if the records could not be read
    static List<TakeoverFinding> evaluate(
            ExistingVolume volume, Optional<TakeoverSettings> settings, Optional<MigrationRecords> migrations) {
        if (volume.origin() == Origin.IN_TREE) {
            return List.of(TakeoverFinding.of(
                    TakeoverCode.IN_TREE_NOT_MIGRATED,
                    "found the disk %s of the in-tree driver without the annotation pv.kubernetes.io/migrated-to"
                            .formatted(volume.handle())));
        }
        var findings = new ArrayList<TakeoverFinding>();
        switch (HandleForm.of(volume.handle())) {
            case BLOCK -> block(volume).ifPresent(findings::add);
            case FILE ->
                findings.add(
                        TakeoverFinding.of(TakeoverCode.FILE_VOLUME, "its handle is %s".formatted(volume.handle())));
            case IN_TREE ->
                migrations
                        .flatMap(records -> records.finding(volume.handle()))
                        .or(() -> Optional.of(TakeoverFinding.of(
                                TakeoverCode.MIGRATED_VOLUME,
                                (migrations.isPresent() ? "its disk is %s" : "its disk is %s; its record was not read")
                                        .formatted(volume.handle()))))
                        .ifPresent(findings::add);
            case INVALID ->
                findings.add(TakeoverFinding.of(
                        TakeoverCode.HANDLE_INVALID,
                        "found the handle %s, expected a UUID, file:UUID or [datastore] path.vmdk"
                                .formatted(RawValue.printable(volume.handle()))));
        }
        if (volume.fsType().equalsIgnoreCase("ntfs")) {
            findings.add(TakeoverFinding.of(
                    TakeoverCode.WINDOWS_FILESYSTEM, "found the filesystem ntfs, expected ext4, ext3 or xfs"));
        }
        volume.affinityKeys().stream()
                .filter(key -> TakeoverSettings.isUnknownKey(settings, key))
                .map(key -> TakeoverFinding.of(
                        TakeoverCode.TOPOLOGY_KEY_NOT_CONFIGURED,
                        "its nodeAffinity requires the label %s, expected a key of topology-categories".formatted(key)))
                .forEach(findings::add);
        return findings;
    }

    /// Returns what CNS says about a volume, seen together with its PersistentVolume.
    ///
    /// @param inCns what CNS says about the id of the volume
    static TakeoverFinding evaluate(ExistingVolume volume, TakeoverFinding inCns) {
        return volume.isBeingDeleted() && inCns.code() == TakeoverCode.VOLUME_NOT_IN_CNS
                ? TakeoverFinding.of(TakeoverCode.VOLUME_BEING_DELETED, inCns.why())
                : inCns;
    }

    private static Optional<TakeoverFinding> block(ExistingVolume volume) {
        return TakeoverFinding.when(
                volume.accessModes().stream().anyMatch(SHARED_MODES::contains),
                TakeoverCode.SHARED_BLOCK_VOLUME,
                "found the access modes %s of a block volume, expected ReadWriteOnce"
                        .formatted(String.join(", ", volume.accessModes())));
    }
}
