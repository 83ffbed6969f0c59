package dev.vspherecloud.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/// Reads files of this project, for tests that compare them with the code. Tests run in the folder of their module.
public final class Project {
    /// If true, rendered files are written instead of compared.
    private static final boolean RENEW = Boolean.getBoolean("vspherecloud.renew");

    private static final Path ROOT = findRoot();
    private static final Set<String> NOT_OURS = Set.of("target", "dist", "node_modules", ".git");

    private Project() {}

    public static Path root() {
        return ROOT;
    }

    /// @param path from the root
    public static Path path(String path) {
        return ROOT.resolve(path);
    }

    public static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Returns the files in and below a folder with this end of their name, sorted. Folders of builds are left out.
    /// What vanishes meanwhile is no file of the project: a JVM of another test may write into the folder of its
    /// module.
    ///
    /// @param folder from the root
    /// @param end such as `.java`
    public static List<Path> files(String folder, String end) {
        var files = new ArrayList<Path>();
        try {
            Files.walkFileTree(path(folder), new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path visited, BasicFileAttributes attributes) {
                    return NOT_OURS.contains(visited.getFileName().toString())
                            ? FileVisitResult.SKIP_SUBTREE
                            : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (file.toString().endsWith(end)) {
                        files.add(file);
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                    if (e instanceof NoSuchFileException) {
                        return FileVisitResult.CONTINUE;
                    }
                    throw e;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Collections.sort(files);
        return files;
    }

    /// Returns a text file beside the test class, such as the template of a page.
    public static String resource(Class<?> test, String name) {
        try (InputStream in = test.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("%s does not lie beside %s".formatted(name, test));
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Returns the content of the file. If rendered files are to be written, first replaces it by this text.
    public static Path renewed(Path file, String text) {
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

    private static Path findRoot() {
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve("docs/modules.puml"))) {
                return folder;
            }
        }
        throw new IllegalStateException("not inside the project: no folder above has docs/modules.puml");
    }
}
