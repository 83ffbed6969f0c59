package dev.vspherecloud.ccm.config.migration;

import java.util.List;

/// The result of reading a leader migration file.
public sealed interface MigrationResult {
    record Accepted(LeaderMigration migration) implements MigrationResult {}

    /// @param problems everything that is wrong with the file, in sentences without its name; at least one
    record Rejected(List<String> problems) implements MigrationResult {
        public Rejected {
            problems = List.copyOf(problems);
        }
    }
}
