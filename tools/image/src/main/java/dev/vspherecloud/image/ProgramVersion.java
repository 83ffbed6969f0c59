package dev.vspherecloud.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/// Version and commit of a packaged program, from the resource that its `--version` prints. Labels and tags of an image
/// come from here, so they cannot differ from the program in it.
///
/// @param version such as `1.0.0`
/// @param commit  full ID of the commit; `unknown` if the build knew none
/// @param date    time of the commit, or `unknown`
record ProgramVersion(String version, String commit, String date) {
    private static final String JAR = "vsphere-cloud-observability-";
    private static final String RESOURCE = "dev/vspherecloud/observability/version.properties";

    /// @param dist the output folder of `make dist`
    static ProgramVersion of(Path dist) throws IOException {
        Path jar;
        try (Stream<Path> files = Files.list(dist.resolve("lib/app"))) {
            jar = files.filter(file -> file.getFileName().toString().startsWith(JAR))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException(
                            dist + "/lib/app: found no " + JAR + "*.jar, expected one: run make dist"));
        }
        var properties = new Properties();
        try (var zip = new ZipFile(jar.toFile());
                var in = zip.getInputStream(zip.getEntry(RESOURCE))) {
            properties.load(in);
        }
        return new ProgramVersion(
                properties.getProperty("version"),
                properties.getProperty("commit", "unknown"),
                properties.getProperty("date", "unknown"));
    }
}
