package dev.vspherecloud.testkit.bed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;

/// How a test changes a file while the program reads it.
public enum FileChange {
    /// Writes other bytes to the same file.
    REWRITTEN,
    /// Renames another file over it.
    RENAMED_OVER,
    /// Updates a mounted ConfigMap as the kubelet does.
    MOUNTED;

    /// Creates the file.
    ///
    /// @param folder is created as well, for this file only
    public ConfigFile in(Path folder, String name, String text) {
        try {
            ConfigFile made =
                    switch (this) {
                        case REWRITTEN ->
                            new Rewritten(Files.createDirectories(folder).resolve(name));
                        case RENAMED_OVER ->
                            new RenamedOver(Files.createDirectories(folder).resolve(name));
                        case MOUNTED -> new Mounted(ConfigMount.at(folder, Map.of()), name);
                    };
            made.write(text);
            return made;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private record Rewritten(Path path) implements ConfigFile {
        @Override
        public void write(String text) {
            try {
                Files.writeString(path, text);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void remove() {
            delete(path);
        }
    }

    private record RenamedOver(Path path) implements ConfigFile {
        @Override
        public void write(String text) {
            try {
                Path next = Files.writeString(path.resolveSibling("." + path.getFileName() + ".new"), text);
                Files.move(next, path, StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void remove() {
            delete(path);
        }
    }

    private record Mounted(ConfigMount mount, String name) implements ConfigFile {
        @Override
        public Path path() {
            return mount.file(name);
        }

        @Override
        public void write(String text) {
            mount.update(Map.of(name, text));
        }

        @Override
        public void remove() {
            mount.update(Map.of());
        }
    }

    private static void delete(Path path) {
        try {
            Files.delete(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
