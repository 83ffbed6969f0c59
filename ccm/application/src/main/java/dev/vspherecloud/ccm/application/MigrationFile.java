package dev.vspherecloud.ccm.application;

import dev.vspherecloud.ccm.application.flag.Options;
import dev.vspherecloud.ccm.config.migration.LeaderMigration;
import dev.vspherecloud.ccm.config.migration.MigrationResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Reads what is to move from one controller manager to another, from the flags and the file that they name.
final class MigrationFile {
    private MigrationFile() {}

    /// @param options with leader migration switched on; without a file, the table that is built into Kubernetes
    ///   applies
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

    /// Refuses a lock that the other manager does not support any more, since both would then run the controllers.
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
