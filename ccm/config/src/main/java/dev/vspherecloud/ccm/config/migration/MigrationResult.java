package dev.vspherecloud.ccm.config.migration;

import java.util.List;

/// The result of reading a leader migration file.
public sealed interface MigrationResult {
    record Accepted(LeaderMigration migration) implements MigrationResult {}

    /// The file is not valid.
    ///
    /// @param problems all problems as sentences without the name of the file; at least one
    record Rejected(List<String> problems) implements MigrationResult {
        public Rejected {
            problems = List.copyOf(problems);
        }
    }
}
