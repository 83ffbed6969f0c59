package dev.vspherecloud.image;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/// Builds the images of a release for all architectures, their bills of materials, and the provenance of all files of
/// the release. `tools/release/build` calls it, after it wrote chart and manifests to the same folder.
public final class ReleaseBuild {
    private static final String FOREIGN = "aarch64";

    private final Path dist;
    private final Path foreign;
    private final Path system;
    private final Path lock;
    private final Path libraries;
    private final Path cache;
    private final Path target;

    private ReleaseBuild(Path work, Path target) throws IOException {
        this.dist = work.resolve("dist").toRealPath();
        this.foreign = work.resolve("dist-arm64").toRealPath();
        this.system = work.resolve("system-arm64").toRealPath();
        this.lock = work.resolve("arm64.lock");
        this.libraries = work.resolve("libraries.cdx.json");
        this.cache = work.resolve("cache");
        this.target = target;
    }

    /// @param arguments a folder with the inputs, the output folder, the registry (can be empty) and a URI of the
    ///   builder
    public static void main(String[] arguments) throws IOException {
        new ReleaseBuild(Path.of(arguments[0]), Path.of(arguments[1])).run(arguments[2], arguments[3]);
    }

    private void run(String registry, String builder) throws IOException {
        ProgramVersion source = ProgramVersion.of(dist);
        List<PinnedPackage> packages = PinnedPackage.read(lock);
        var own = new ImageDescription(source, System.getProperty("os.arch"));
        var other = new ImageDescription(source, FOREIGN);
        String stem = ImageDescription.NAME + "-" + source.version();

        List<SystemComponents.Component> ownParts = SystemComponents.ofThisMachine();
        List<SystemComponents.Component> otherParts = foreignParts(packages);
        OciArchive ownImage = new ImageBuild(dist, cache).write(own, archive(stem, own));
        OciArchive otherImage = new ImageBuild(foreign, cache, Optional.of(system)).write(other, archive(stem, other));
        Sbom.read(libraries).describing(own, ownParts).write(bom(stem, own));
        Sbom.read(libraries).describing(other, otherParts).write(bom(stem, other));

        String index = OciIndex.write(own, List.of(ownImage, otherImage), target.resolve(stem + "-oci.tar"));
        String digests = platform(own) + "\n" + ImageBuild.digests(ownImage) + "\n" + platform(other) + "\n"
                + ImageBuild.digests(otherImage) + "\nall platforms\n" + index + "            the image index\n";
        Files.writeString(target.resolve("digests.txt"), digests);

        var provenance = new Provenance(source, registry, builder)
                .withLibraries(libraries)
                .withComponents(ownParts)
                .withPackages(packages)
                .made(own.reference(), hex(index))
                .made(own.reference() + "@" + platform(own), hex(ownImage.digest()))
                .made(other.reference() + "@" + platform(other), hex(otherImage.digest()));
        try (Stream<Path> files = Files.list(target)) {
            files.forEach(file -> provenance.made(file.getFileName().toString(), sha256(file)));
        }
        provenance.write(target.resolve("provenance.intoto.json"));
        System.out.print(digests);
    }

    private Path archive(String stem, ImageDescription image) {
        return target.resolve(stem + "-" + platform(image).replace('/', '-') + ".tar");
    }

    private Path bom(String stem, ImageDescription image) {
        return target.resolve(stem + "-" + platform(image).replace('/', '-') + ".cdx.json");
    }

    private static String platform(ImageDescription image) {
        return "linux/" + image.architecture();
    }

    /// Returns the parts of the image for the other architecture: what `arm64.lock` pins.
    private List<SystemComponents.Component> foreignParts(List<PinnedPackage> packages) throws IOException {
        var release = new Properties();
        try (var in = Files.newBufferedReader(foreign.resolve("lib/runtime/release"))) {
            release.load(in);
        }
        String version = release.getProperty("JAVA_VERSION", "unknown").replace("\"", "");
        var parts = new ArrayList<SystemComponents.Component>();
        for (PinnedPackage one : packages) {
            boolean runtime = one.kind().equals("pypi");
            parts.add(new SystemComponents.Component(
                    runtime ? "openjdk" : "glibc",
                    runtime ? version : one.version(),
                    one.url(),
                    runtime ? "GPL-2.0-only WITH Classpath-exception-2.0" : "LGPL-2.1-or-later",
                    runtime
                            ? "Java runtime of " + one.name()
                            : "C library and the locale C.UTF-8: package " + one.name()));
        }
        return parts;
    }

    private static String sha256(Path file) {
        try {
            return Sha256.of(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String hex(String digest) {
        return digest.substring(digest.indexOf(':') + 1);
    }
}
