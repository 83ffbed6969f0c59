package dev.vspherecloud.ccm.application;

import dev.vspherecloud.ccm.application.flag.Options;
import dev.vspherecloud.ccm.config.migration.LeaderMigration;
import dev.vspherecloud.ccm.config.migration.MigrationResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Reads from the flags, and from the file that they name, which controllers move from one controller manager to
/// another.
final class MigrationFile {
    private MigrationFile() {}

    /// Returns the leader migration.
    ///
    /// @param options options with leader migration switched on. If they name no file, the default of Kubernetes
    ///     applies
    static MigrationResult read(Options.MigrationOptions options) {
        return options.file()
                .map(MigrationFile::read)
                .orElseGet(() -> new MigrationResult.Accepted(LeaderMigration.standard()));
    }

    private static MigrationResult read(Path file) {
        try {
            return usable(LeaderMigration.parse(Files.readString(file)));
        } catch (IOException e) {
            return rejected("cannot be read (" + e.getClass().getSimpleName() + ")");
        }
    }

    /// Rejects the lock `endpoints`. The other manager may no longer support it, and then both managers would run
    /// the controllers.
    private static MigrationResult usable(MigrationResult result) {
        return result instanceof MigrationResult.Accepted(LeaderMigration migration)
                        && migration.lock() == LeaderMigration.Lock.ENDPOINTS
                ? rejected("resourceLock: found \"endpoints\", expected \"leases\": current versions of Kubernetes do "
                        + "not support endpoints; write leases, also in the file of the other manager")
                : result;
    }

    private static MigrationResult.Rejected rejected(String problem) {
        return new MigrationResult.Rejected(List.of(problem));
    }
}
