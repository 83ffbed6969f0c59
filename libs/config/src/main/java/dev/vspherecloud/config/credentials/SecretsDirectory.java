package dev.vspherecloud.config.credentials;

import dev.vspherecloud.config.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/// Reads a directory of credentials. As in a mounted Secret, each file name is a key of a [CredentialSet], and
/// the content of the file is the value.
///
/// Symbolic links are followed. Directories are skipped, and so are names that begin with `..`, under which a
/// mount keeps its versions. A file whose name cannot belong to credentials is never opened, and neither is
/// anything but a regular file.
///
/// Rule from: cloud-provider-vsphere, pkg/common/credentialmanager, updateCredentialsMapFile. Differs: the
/// directory may be read again, and a file that cannot be read is not the same as a file that does not exist.
public final class SecretsDirectory {
    /// The largest size of a file: more than any user, password or certificate needs.
    private static final int MAX_BYTES = 64 << 10;

    private static final int MAX_FILES = 1000;

    /// The result of reading a directory of credentials.
    public sealed interface ReadResult {
        /// The content of the directory. Two of these are equal if all files are equal.
        record Contents(CredentialSet credentials) implements ReadResult {}

        /// The directory could not be read.
        ///
        /// @param why a sentence that names the directory, what is wrong and what to do
        record Unreadable(String why) implements ReadResult {}
    }

    private SecretsDirectory() {}

    /// Reads every file of the directory once. The method blocks on the file system only.
    public static ReadResult read(Path directory) {
        try {
            SortedSet<String> names = names(directory);
            return names.size() > MAX_FILES
                    ? unreadable(directory, "it holds more than " + MAX_FILES + " files")
                    : contents(directory, names);
        } catch (NotDirectoryException e) {
            return unreadable(directory, "it is not a directory");
        } catch (IOException e) {
            return unreadable(directory, Problem.reason(e));
        }
    }

    private static ReadResult unreadable(Path directory, String why) {
        return new ReadResult.Unreadable(
                "cannot read %s (%s), expected files like <server>.username and <server>.password;"
                                .formatted(origin(directory), why)
                        + " mount it, or correct secretsDirectory");
    }

    private static SortedSet<String> names(Path directory) throws IOException {
        var names = new TreeSet<String>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                String name = String.valueOf(entry.getFileName());
                if (!name.startsWith("..") && !Files.isDirectory(entry) && names.size() <= MAX_FILES) {
                    names.add(name);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return names;
    }

    private static ReadResult contents(Path directory, SortedSet<String> names) {
        var data = new HashMap<String, byte[]>();
        var errors = new HashMap<String, String>();
        for (String name : names) {
            if (CredentialKey.parse(name).isPresent()) {
                read(name, directory.resolve(name), data, errors);
            } else {
                errors.put(name, "is of no interest");
            }
        }
        return new ReadResult.Contents(CredentialSet.of(origin(directory), data, errors));
    }

    private static void read(String name, Path file, Map<String, byte[]> data, Map<String, String> errors) {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            errors.put(name, "is not a regular file");
            return;
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] content = in.readNBytes(MAX_BYTES + 1);
            if (content.length > MAX_BYTES) {
                errors.put(name, "holds more than " + (MAX_BYTES >> 10) + " KiB");
            } else {
                data.put(name, content);
            }
        } catch (IOException e) {
            errors.put(name, "cannot be read (" + Problem.reason(e) + ")");
        }
    }

    private static String origin(Path directory) {
        return "directory " + directory;
    }
}
