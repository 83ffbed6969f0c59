package dev.vspherecloud.testkit.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/// The folder with the logs, keys and data of one server.
record WorkFolder(Path path) {
    static WorkFolder create(String server) {
        try {
            return new WorkFolder(Files.createTempDirectory("vsphere-cloud-" + server + "-"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path resolve(String name) {
        return path.resolve(name);
    }

    Path folder(String name) {
        try {
            return Files.createDirectories(path.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path write(String name, String text) {
        try {
            return Files.writeString(path.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Reads a file, which a server may be writing: its end may be in the middle of a character.
    String read(String name) {
        try {
            return new String(Files.readAllBytes(path.resolve(name)), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void delete() {
        delete(path);
    }

    void deleteIf(boolean useless) {
        if (useless) {
            delete();
        }
    }

    static void delete(Path tree) {
        if (!Files.exists(tree)) {
            return;
        }
        try {
            Files.walkFileTree(tree, new Deletion());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Deletion extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e) throws IOException {
            Files.deleteIfExists(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}
