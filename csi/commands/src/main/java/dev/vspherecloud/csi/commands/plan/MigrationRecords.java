package dev.vspherecloud.csi.commands.plan;

import dev.vspherecloud.csi.cluster.plan.ExistingMigration;
import dev.vspherecloud.csi.domain.node.DiskPath;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// How many records CnsVSphereVolumeMigration name each disk of the in-tree driver.
///
/// Threads: one.
final class MigrationRecords {
    private final Map<String, Integer> counts = new HashMap<>();

    void add(ExistingMigration record) {
        counts.merge(record.path(), 1, Integer::sum);
    }

    /// Returns what is wrong with the records of a disk; empty if there is exactly one.
    ///
    /// @param handle the path of the disk
    Optional<TakeoverFinding> finding(String handle) {
        int count = counts.getOrDefault(DiskPath.canonical(handle), 0);
        return switch (count) {
            case 0 ->
                Optional.of(TakeoverFinding.of(
                        TakeoverCode.MIGRATION_RECORD_MISSING,
                        "found no CnsVSphereVolumeMigration for the disk %s, expected one".formatted(handle)));
            case 1 -> Optional.empty();
            default ->
                Optional.of(TakeoverFinding.of(
                        TakeoverCode.MIGRATION_RECORD_AMBIGUOUS,
                        "found %d records CnsVSphereVolumeMigration for the disk %s, expected one"
                                .formatted(count, handle)));
        };
    }
}
