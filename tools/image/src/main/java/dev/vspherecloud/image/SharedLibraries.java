package dev.vspherecloud.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Finds the system libraries that binaries load, with `ldd` of this machine: the dynamic loader and parts of the C
/// library.
final class SharedLibraries {
    /// `libm.so.6 => /lib/x86_64-linux-gnu/libm.so.6 (0x...)` or `/lib64/ld-linux-x86-64.so.2 (0x...)`.
    private static final Pattern FOUND = Pattern.compile("(?:\\S+ => )?(/\\S+) \\(0x[0-9a-f]+\\)");

    private static final Pattern MISSING = Pattern.compile("(\\S+) => not found");

    private static final byte[] ELF = {0x7f, 'E', 'L', 'F'};

    private SharedLibraries() {}

    /// Returns the files of this machine that the programs and libraries of these layers need in addition to each
    /// other.
    static SortedSet<Path> neededBy(List<ImageLayer> layers) throws IOException {
        List<Path> binaries = binaries(layers);
        var own = new HashSet<String>();
        binaries.forEach(binary -> own.add(binary.getFileName().toString()));
        return named(run(binaries), own);
    }

    /// Returns the programs and libraries in these layers.
    static List<Path> binaries(List<ImageLayer> layers) throws IOException {
        var binaries = new ArrayList<Path>();
        for (ImageLayer layer : layers) {
            for (ImageFile file : layer.files()) {
                if (isElf(file.source())) {
                    binaries.add(file.source());
                }
            }
        }
        return binaries;
    }

    /// Parses the output of `ldd`.
    ///
    /// @param own names of libraries in the layers; `ldd` does not find those that are loaded by their path
    /// @throws IllegalStateException if another library was not found
    static SortedSet<Path> named(String output, Set<String> own) {
        var needed = new TreeSet<Path>();
        for (String line : output.lines().map(String::strip).toList()) {
            var found = FOUND.matcher(line);
            var missing = MISSING.matcher(line);
            if (missing.matches() && !own.contains(missing.group(1))) {
                throw new IllegalStateException(
                        "shared library " + missing.group(1) + " not found on this machine: install it");
            }
            if (found.matches() && !own.contains(fileName(found.group(1)))) {
                needed.add(Path.of(found.group(1)));
            }
        }
        return needed;
    }

    private static String fileName(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static boolean isElf(Path file) throws IOException {
        try (var in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(ELF.length), ELF);
        }
    }

    private static String run(List<Path> binaries) throws IOException {
        var command = new ArrayList<>(List.of("ldd"));
        binaries.forEach(binary -> command.add(binary.toString()));
        return Command.output(command);
    }
}
