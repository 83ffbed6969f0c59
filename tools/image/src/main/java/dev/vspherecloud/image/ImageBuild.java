package dev.vspherecloud.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Builds the image from `dist/`: the archive, its digests, and the bill of materials. `make image` calls it.
public final class ImageBuild {
    private static final double MEGABYTE = 1e6;

    private final Path dist;
    private final Path cache;
    private final Optional<Path> system;

    /// @param dist  the output of `make dist`
    /// @param cache keeps compressed layers between builds
    ImageBuild(Path dist, Path cache) {
        this(dist, cache, Optional.empty());
    }

    /// @param system the folder with an unpacked system of the architecture of the program; empty for this machine
    ImageBuild(Path dist, Path cache, Optional<Path> system) {
        this.dist = dist;
        this.cache = cache;
        this.system = system;
    }

    /// @param arguments the output folder of `make dist`, the bill of materials of the libraries, a folder for the
    ///   cache, and the output folder
    public static void main(String[] arguments) throws IOException {
        Path target = Path.of(arguments[3]);
        Path dist = Path.of(arguments[0]).toRealPath();
        var description = new ImageDescription(ProgramVersion.of(dist), System.getProperty("os.arch"));
        Files.createDirectories(target);

        Path archive = target.resolve(ImageDescription.NAME + ".tar");
        var build = new ImageBuild(dist, Path.of(arguments[2]));
        OciArchive written = build.write(description, archive);

        String digests = digests(written);
        Files.writeString(target.resolve("digests.txt"), digests);
        Sbom.read(Path.of(arguments[1]))
                .describing(description, SystemComponents.ofThisMachine())
                .write(target.resolve(ImageDescription.NAME + ".cdx.json"));
        System.out.print(archive + "\n" + digests);
    }

    /// Writes the archive and reads it again.
    OciArchive write(ImageDescription description, Path archive) throws IOException {
        Path scratch = Files.createTempDirectory("vsphere-cloud-image-");
        try {
            ImageArchive.write(description, layers(scratch), cache, archive);
            return OciArchive.read(archive);
        } finally {
            delete(scratch);
        }
    }

    private List<ImageLayer> layers(Path scratch) throws IOException {
        List<ImageLayer> program = ProgramLayers.of(dist);
        var layers = new ArrayList<ImageLayer>();
        SystemFiles files =
                system.isPresent() ? SystemFiles.unpackedIn(system.get(), program) : SystemFiles.ofThisMachine(program);
        layers.add(SystemLayer.of(files, scratch));
        layers.addAll(program);
        return layers;
    }

    static String digests(OciArchive archive) {
        var text = new StringBuilder();
        long bytes = 0;
        for (OciArchive.StoredLayer layer : archive.layers()) {
            text.append("%s  %5.1f MB  %s%n".formatted(layer.digest(), layer.bytes() / MEGABYTE, layer.name()));
            bytes += layer.bytes();
        }
        return text + "%s  %5.1f MB  the image%n".formatted(archive.digest(), bytes / MEGABYTE);
    }

    private static void delete(Path scratch) throws IOException {
        try (var files = Files.list(scratch)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(scratch);
    }
}
