package dev.vspherecloud.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.stream.Stream;

/// The files of an operating system that an image needs: libraries and the locale.
///
/// @param root      the folder that contains the system: `/` for this machine
/// @param libraries absolute paths in the system, which are also the paths in the image
record SystemFiles(Path root, SortedSet<Path> libraries) {
    private static final Path THIS_MACHINE = Path.of("/");

    private static final List<Path> LOCALE_FOLDERS =
            List.of(Path.of("/usr/lib/locale/C.utf8"), Path.of("/usr/lib/locale/C.UTF-8"));

    /// Returns the files of this machine that these layers need.
    static SystemFiles ofThisMachine(List<ImageLayer> layers) throws IOException {
        return new SystemFiles(THIS_MACHINE, SharedLibraries.neededBy(layers));
    }

    /// Returns the files that these layers need, from a system of another architecture that is unpacked in a folder.
    static SystemFiles unpackedIn(Path root, List<ImageLayer> layers) throws IOException {
        return new SystemFiles(root, ForeignLibraries.neededBy(layers, root));
    }

    /// Returns the file on this machine for a path in the system, with symbolic links resolved.
    Path source(Path path) throws IOException {
        return onThisMachine(path).toRealPath();
    }

    boolean has(Path path) {
        return Files.exists(onThisMachine(path));
    }

    /// Returns the paths in the system of all categories of the locale: `setlocale` fails for a locale that lacks one.
    List<Path> locale() throws IOException {
        Path folder = LOCALE_FOLDERS.stream()
                .filter(this::has)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "locale " + SystemLayer.LOCALE + " not found in " + root + ": install it"));
        Path real = onThisMachine(folder);
        try (Stream<Path> files = Files.walk(real)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> folder.resolve(real.relativize(file).toString()))
                    .toList();
        }
    }

    private Path onThisMachine(Path path) {
        return root.resolve(THIS_MACHINE.relativize(path).toString());
    }
}
