package dev.vspherecloud.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Assigns the files of `dist/` to layers by how often they change. In the image they have the same path below the
/// root.
///
/// The launcher finds all files relative to its own path, so the JVM settings in its `.cfg` apply in the image too. The
/// class cache differs in each build, so it is alone in the last layer.
final class ProgramLayers {
    /// The layers, in the order of the image.
    enum Part {
        RUNTIME,
        LIBRARIES,
        PROGRAM,
        CACHE;

        String layer() {
            return switch (this) {
                case RUNTIME -> "java runtime";
                case LIBRARIES -> "libraries";
                case PROGRAM -> "program";
                case CACHE -> "class cache";
            };
        }
    }

    private static final List<String> FOLDERS = List.of("bin", "lib");
    private static final String OWN_PREFIX = "vsphere-cloud-";

    private ProgramLayers() {}

    /// @param dist the output folder of `make dist`
    static List<ImageLayer> of(Path dist) throws IOException {
        Map<Part, List<ImageFile>> parts = new EnumMap<>(Part.class);
        for (Path file : files(dist)) {
            Path relative = dist.relativize(file);
            part(relative).ifPresent(part -> parts.computeIfAbsent(part, _ -> new ArrayList<>())
                    .add(inImage(file, relative)));
        }
        return parts.entrySet().stream()
                .map(part -> new ImageLayer(part.getKey().layer(), part.getValue()))
                .toList();
    }

    /// Returns the layer of a file; empty for files that only jpackage and desktops read.
    ///
    /// @param relative to `dist/`
    static Optional<Part> part(Path relative) {
        String name = relative.getFileName().toString();
        if (relative.startsWith("lib/runtime") || name.equals("libapplauncher.so")) {
            return Optional.of(Part.RUNTIME);
        }
        if (name.equals(".jpackage.xml") || name.endsWith(".png")) {
            return Optional.empty();
        }
        if (name.endsWith(".aot")) {
            return Optional.of(Part.CACHE);
        }
        boolean library = name.endsWith(".jar") && !name.startsWith(OWN_PREFIX);
        return Optional.of(library ? Part.LIBRARIES : Part.PROGRAM);
    }

    private static ImageFile inImage(Path file, Path relative) {
        String path = "/" + relative;
        return Files.isExecutable(file) ? ImageFile.program(file, path) : ImageFile.plain(file, path);
    }

    private static List<Path> files(Path dist) throws IOException {
        var files = new ArrayList<Path>();
        for (String folder : FOLDERS) {
            try (Stream<Path> all = Files.walk(dist.resolve(folder))) {
                all.filter(Files::isRegularFile)
                        .filter(file -> !leadsToAnotherProgram(folder, file))
                        .forEach(files::add);
            }
        }
        return files;
    }

    /// `bin` has a link to each other program of this project, which lies in a folder of its own.
    private static boolean leadsToAnotherProgram(String folder, Path file) {
        return folder.equals("bin") && Files.isSymbolicLink(file);
    }
}
