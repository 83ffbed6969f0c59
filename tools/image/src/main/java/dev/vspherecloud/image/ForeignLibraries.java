package dev.vspherecloud.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Finds the shared libraries of programs for another architecture, for which `ldd` does not work. It reads with
/// `readelf` which libraries a file needs, and follows these names through an unpacked system.
final class ForeignLibraries {
    /// ` 0x0000000000000001 (NEEDED)             Shared library: [libc.so.6]`
    private static final Pattern NEEDED = Pattern.compile("\\(NEEDED\\)\\s+Shared library: \\[(\\S+)]");

    private ForeignLibraries() {}

    /// Returns the absolute paths in the unpacked system of the libraries that these layers need in addition to each
    /// other.
    ///
    /// @throws IllegalStateException if the system lacks one
    static SortedSet<Path> neededBy(List<ImageLayer> layers, Path system) throws IOException {
        var binaries = SharedLibraries.binaries(layers);
        var own = new HashSet<String>();
        binaries.forEach(binary -> own.add(binary.getFileName().toString()));

        var found = new TreeSet<Path>();
        Set<String> known = new HashSet<>(own);
        Deque<String> open = new ArrayDeque<>(needs(binaries));
        while (!open.isEmpty()) {
            String name = open.remove();
            if (known.add(name)) {
                Path library = find(name, system);
                found.add(library);
                open.addAll(needs(List.of(onThisMachine(system, library))));
            }
        }
        return found;
    }

    /// Parses the output of `readelf`.
    static List<String> names(String output) {
        return NEEDED.matcher(output).results().map(match -> match.group(1)).toList();
    }

    private static List<String> needs(List<Path> binaries) throws IOException {
        var command = new ArrayList<>(List.of("readelf", "--dynamic", "--wide"));
        binaries.forEach(binary -> command.add(binary.toString()));
        return names(Command.output(command));
    }

    /// Returns the path of a library, in a folder that the dynamic loader reads without a configuration.
    private static Path find(String name, Path system) throws IOException {
        for (Path folder : folders(system)) {
            if (Files.exists(onThisMachine(system, folder).resolve(name))) {
                return folder.resolve(name);
            }
        }
        throw new IllegalStateException("shared library " + name + " not found in " + system
                + ": add the package that contains it to the packages that are unpacked there");
    }

    /// `/lib` first: programs name their dynamic loader by its path there.
    private static List<Path> folders(Path system) throws IOException {
        var folders = new ArrayList<Path>();
        for (String folder : List.of("/lib", "/usr/lib")) {
            folders.add(Path.of(folder));
            Path real = onThisMachine(system, Path.of(folder));
            if (Files.isDirectory(real)) {
                try (Stream<Path> children = Files.list(real)) {
                    children.filter(child -> child.getFileName().toString().endsWith("-linux-gnu"))
                            .sorted()
                            .forEach(child -> folders.add(
                                    Path.of(folder, child.getFileName().toString())));
                }
            }
        }
        return folders;
    }

    private static Path onThisMachine(Path system, Path path) {
        return system.resolve(Path.of("/").relativize(path).toString());
    }
}
