package dev.vspherecloud.deploy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Files of this project, by their path from its root.
final class Project {
    /// When true, what is rendered is written anew instead of compared.
    private static final boolean RENEW = Boolean.getBoolean("vspherecloud.renew");

    private static final Path ROOT = root();

    private Project() {}

    static Path path(String path) {
        return ROOT.resolve(path);
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The file, after it was written anew if that was wished.
    static Path renewed(Path file, String text) {
        if (RENEW) {
            try {
                Files.createDirectories(file.getParent());
                Files.writeString(file, text);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return file;
    }

    private static Path root() {
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve("docs/modules.puml"))) {
                return folder;
            }
        }
        throw new IllegalStateException("not inside the project: no folder above has docs/modules.puml");
    }
}
