package dev.vspherecloud.ccm.config.migration;

import java.util.List;

/// What a file about leader migration comes to.
public sealed interface MigrationResult {
    record Accepted(LeaderMigration migration) implements MigrationResult {}

    /// @param problems all that is wrong with it, in sentences without the name of the file; at least one
    record Rejected(List<String> problems) implements MigrationResult {
        public Rejected {
            problems = List.copyOf(problems);
        }
    }
}
