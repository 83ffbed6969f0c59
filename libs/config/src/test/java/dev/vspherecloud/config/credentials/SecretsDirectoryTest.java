package dev.vspherecloud.config.credentials;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.config.credentials.SecretsDirectory.ReadResult;
import dev.vspherecloud.text.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretsDirectoryTest {
    @TempDir
    private Path folder;

    @Test
    void aFileIsAKeyAndItsContentTheValue() throws IOException {
        write("vc.username", "u\n");
        write("vc.password", " p \n");
        write("fd00::1.username", "v");
        write("fd00::1.password", "q");

        assertThat(contents().find("vc")).isEqualTo(new SecretCredentials.Found("u", new Secret(" p ")));
        assertThat(contents().find("fd00::1")).isEqualTo(new SecretCredentials.Found("v", new Secret("q")));
        assertThat(contents().warnings()).isEmpty();
        assertThat(contents().origin()).isEqualTo("directory " + folder);
    }

    @Test
    void aMountedSecretIsReadThroughItsLinks() throws IOException {
        Path version = Files.createDirectory(folder.resolve("..2026_01_02_03_04_05.123456789"));
        Files.writeString(version.resolve("vc.username"), "u");
        Files.writeString(version.resolve("vc.password"), "p");
        Files.createSymbolicLink(folder.resolve("..data"), version.getFileName());
        Files.createSymbolicLink(folder.resolve("vc.username"), Path.of("..data", "vc.username"));
        Files.createSymbolicLink(folder.resolve("vc.password"), Path.of("..data", "vc.password"));

        assertThat(contents().find("vc")).isEqualTo(new SecretCredentials.Found("u", new Secret("p")));
        assertThat(contents().warnings()).isEmpty();
    }

    @Test
    void directoriesInItAreSkipped() throws IOException {
        Files.createDirectory(folder.resolve("vc.username"));
        Files.createDirectory(folder.resolve("lost+found"));

        assertThat(contents()).hasToString("directory " + folder + " with no keys");
    }

    @Test
    void aStrayFileIsNamedAndNotRead() throws IOException {
        write("vc.username", "u");
        write("vc.password", "p");
        Files.write(folder.resolve("README"), new byte[200_000]);

        assertThat(contents().find("vc")).isInstanceOf(SecretCredentials.Found.class);
        assertThat(contents().warnings()).singleElement().asString().contains("found the unknown keys README");
    }

    @Test
    void aFileThatCanNotBeReadIsNamedAndTheOthersCount() throws IOException {
        write("a.username", "u");
        write("a.password", "p");
        write("b.username", "v");
        Files.createSymbolicLink(folder.resolve("b.password"), Path.of("nowhere"));

        assertThat(contents().find("a")).isInstanceOf(SecretCredentials.Found.class);
        assertThat(contents().find("b"))
                .isInstanceOfSatisfying(SecretCredentials.Unusable.class, unusable -> assertThat(unusable.message())
                        .contains("b.password cannot be read (there is no such file)"));
        assertThat(contents().warnings())
                .containsExactly(
                        "directory " + folder + ": b.password cannot be read (there is no such file); correct it");
    }

    @Test
    void aFileThatIsTooLargeIsNoValue() throws IOException {
        write("vc.username", "u");
        Files.write(folder.resolve("vc.password"), new byte[65 * 1024]);

        assertThat(contents().find("vc"))
                .isInstanceOfSatisfying(SecretCredentials.Unusable.class, unusable -> assertThat(unusable.message())
                        .contains("vc.password holds more than 64 KiB"));
    }

    @Test
    void onlyPlainFilesAreOpened() throws IOException, InterruptedException {
        Path pipe = folder.resolve("vc.password");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();

        assertThat(contents().warnings())
                .containsExactly("directory " + folder + ": vc.password is not a regular file; correct it");
    }

    @Test
    void aMissingDirectoryIsReported() throws IOException {
        Path gone = folder.resolve("gone");
        write("file", "x");

        assertThat(SecretsDirectory.read(gone))
                .isEqualTo(
                        new ReadResult.Unreadable(
                                "cannot read directory " + gone + " (there is no such file), expected"
                                        + " files like <server>.username and <server>.password; mount it, or correct secretsDirectory"));
        assertThat(SecretsDirectory.read(folder.resolve("file")).toString()).contains("it is not a directory");
    }

    @Test
    void aDirectoryOfVeryManyFilesIsRefused() throws IOException {
        for (int i = 0; i <= 1000; i++) {
            write("h" + i + ".username", "");
        }

        assertThat(SecretsDirectory.read(folder).toString()).contains("it holds more than 1000 files");
    }

    @Test
    void resultsAreEqualUntilAFileChanges() throws IOException {
        write("vc.password", "p");
        ReadResult before = SecretsDirectory.read(folder);

        assertThat(SecretsDirectory.read(folder)).isEqualTo(before);
        write("vc.password", "q");
        assertThat(SecretsDirectory.read(folder)).isNotEqualTo(before);
    }

    private void write(String name, String content) throws IOException {
        Files.write(folder.resolve(name), content.getBytes(StandardCharsets.UTF_8));
    }

    private CredentialSet contents() {
        return switch (SecretsDirectory.read(folder)) {
            case ReadResult.Contents(CredentialSet credentials) -> credentials;
            case ReadResult.Unreadable(String why) -> throw new AssertionError(why);
        };
    }
}
