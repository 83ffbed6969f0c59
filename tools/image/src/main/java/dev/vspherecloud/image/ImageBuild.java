package dev.vspherecloud.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Builds the image from `dist/`: the archive, its digests, and the bill of materials. `make image` calls it.
public final class ImageBuild {
    private static final double MEGABYTE = 1e6;

    private final Path dist;
    private final Path cache;

    /// @param dist  the output of `make dist`
    /// @param cache keeps compressed layers between builds
    ImageBuild(Path dist, Path cache) {
        this.dist = dist;
        this.cache = cache;
    }

    /// @param arguments the output folder of `make dist`, the bill of materials of the libraries, a folder for the
    ///   cache, the output folder, and the version
    public static void main(String[] arguments) throws IOException {
        Path target = Path.of(arguments[3]);
        var description = new ImageDescription(arguments[4], System.getProperty("os.arch"));
        Files.createDirectories(target);

        Path archive = target.resolve(ImageDescription.NAME + ".tar");
        var build = new ImageBuild(Path.of(arguments[0]).toRealPath(), Path.of(arguments[2]));
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
        layers.add(SystemLayer.of(SharedLibraries.neededBy(program), scratch));
        layers.addAll(program);
        return layers;
    }

    private static String digests(OciArchive archive) {
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
