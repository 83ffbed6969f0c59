package dev.vspherecloud.vsphere.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.vsphere.inventory.login.AttemptStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttemptFolderTest {
    @TempDir
    private Path home;

    @Test
    void theNextCommandReadsWhatTheLastOneWroteUntilItIsDeleted() throws IOException {
        AttemptStore attempts = AttemptFolder.in(Map.of("HOME", home.toString()));
        assertThat(attempts.read("a1")).isEmpty();
        assertThat(attempts.howToReset("a1")).isEmpty();

        attempts.write("a1", "one");
        attempts.write("a1", "two");

        Path file = home.resolve(".local/state/vsphere-cloud/logins/a1");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        AttemptStore next = AttemptFolder.in(Map.of("HOME", home.toString()));
        assertThat(next.read("a1")).hasValue("two");
        assertThat(next.read("a2")).isEmpty();
        assertThat(next.howToReset("a1")).hasValue("delete the file " + file);

        next.delete("a1");
        assertThat(attempts.read("a1")).isEmpty();
    }

    @Test
    void theFolderForStateHasPriorityOverTheHomeDirectory() {
        AttemptFolder.in(Map.of("HOME", "/", "XDG_STATE_HOME", home.toString())).write("a1", "one");

        assertThat(home.resolve("vsphere-cloud/logins/a1")).hasContent("one");
    }

    @Test
    void withoutAFolderNothingIsKept() throws IOException {
        assertThat(AttemptFolder.in(Map.of("HOME", ""))).isSameAs(AttemptStore.NONE);
        Path file = Files.createFile(home.resolve("file"));
        AttemptStore unwritable = AttemptFolder.in(Map.of("HOME", file.toString()));

        unwritable.write("a1", "one");

        assertThat(unwritable.read("a1")).isEmpty();
        assertThat(unwritable.howToReset("a1")).isEmpty();
    }
}
