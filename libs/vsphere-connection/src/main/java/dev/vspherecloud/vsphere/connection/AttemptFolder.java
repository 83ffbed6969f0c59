package dev.vspherecloud.vsphere.connection;

import dev.vspherecloud.vsphere.inventory.login.AttemptStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps the attempts of commands in a folder of the user who runs them, one file for each vCenter user. Only this user
/// may read the files.
///
/// Threads: any. Two commands at the same time may each try a login.
public final class AttemptFolder implements AttemptStore {
    private static final Logger log = LoggerFactory.getLogger(AttemptFolder.class);

    private final Path folder;

    AttemptFolder(Path folder) {
        this.folder = folder;
    }

    /// Returns the store in the folder for state of the user. Without a home directory, as in some Pods, nothing is
    /// kept.
    ///
    /// Rule from: XDG Base Directory Specification, `XDG_STATE_HOME`. A relative path does not count.
    public static AttemptStore in(Map<String, String> environment) {
        return absolute(environment, "XDG_STATE_HOME")
                .or(() -> absolute(environment, "HOME").map(home -> home.resolve(".local/state")))
                .<AttemptStore>map(state -> new AttemptFolder(state.resolve("vsphere-cloud/logins")))
                .orElse(AttemptStore.NONE);
    }

    private static Optional<Path> absolute(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name))
                .filter(value -> value.startsWith("/"))
                .map(Path::of);
    }

    @Override
    public Optional<String> read(String key) {
        try {
            return Files.exists(file(key)) ? Optional.of(Files.readString(file(key))) : Optional.empty();
        } catch (IOException e) {
            ignored("read", e);
            return Optional.empty();
        }
    }

    @Override
    public void write(String key, String text) {
        try {
            Files.createDirectories(folder);
            Path fresh = Files.createTempFile(
                    folder,
                    key,
                    "",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.write(fresh, text.getBytes(StandardCharsets.UTF_8));
            Files.move(fresh, file(key), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            ignored("write", e);
        }
    }

    @Override
    public void delete(String key) {
        try {
            Files.deleteIfExists(file(key));
        } catch (IOException e) {
            ignored("delete", e);
        }
    }

    @Override
    public Optional<String> howToReset(String key) {
        return Optional.of(file(key)).filter(Files::exists).map(file -> "delete the file " + file);
    }

    private Path file(String key) {
        return folder.resolve(key);
    }

    private static void ignored(String what, IOException failure) {
        log.atDebug()
                .setCause(failure)
                .addKeyValue("operation", what)
                .log("Cannot use the file with the last login of a command");
    }
}
