package dev.vspherecloud.ccm.application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.application.flag.Options;
import dev.vspherecloud.ccm.config.migration.LeaderMigration;
import dev.vspherecloud.ccm.config.migration.MigrationResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MigrationFileTest {
    @TempDir
    private Path folder;

    @Test
    void withoutAFileTheDefaultTableApplies() {
        assertThat(MigrationFile.read(new Options.MigrationOptions(true, Optional.empty())))
                .isEqualTo(new MigrationResult.Accepted(LeaderMigration.standard()));
    }

    @Test
    void aFileReplacesTheDefaultTable() throws IOException {
        assertThat(read("leaderName: mine\n"))
                .isEqualTo(new MigrationResult.Accepted(
                        new LeaderMigration("mine", LeaderMigration.Lock.LEASES, List.of())));
    }

    @Test
    void aRemovedKindOfLockIsRejected() throws IOException {
        assertThat(read("leaderName: mine\nresourceLock: endpoints\n"))
                .isInstanceOfSatisfying(MigrationResult.Rejected.class, rejected -> assertThat(rejected.problems())
                        .singleElement()
                        .asString()
                        .contains("expected \"leases\""));
    }

    @Test
    void aMissingFileIsRejected() {
        assertThat(MigrationFile.read(new Options.MigrationOptions(true, Optional.of(folder.resolve("none")))))
                .isEqualTo(new MigrationResult.Rejected(List.of("cannot be read (NoSuchFileException)")));
    }

    private MigrationResult read(String rest) throws IOException {
        Path file = Files.writeString(
                folder.resolve("migration.yaml"),
                "apiVersion: controllermanager.config.k8s.io/v1\nkind: LeaderMigrationConfiguration\n" + rest);
        return MigrationFile.read(new Options.MigrationOptions(true, Optional.of(file)));
    }
}
