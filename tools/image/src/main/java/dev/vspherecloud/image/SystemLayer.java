package dev.vspherecloud.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The first layer: the system files that the Java runtime needs, and no others. No shell, no package manager, no
/// tools.
///
/// The libraries have the same paths as in the system they come from, because its dynamic loader looks for them there.
final class SystemLayer {
    /// The user of the process unless the Pod sets another; the manifests of cloud-provider-vsphere (Go) have 1001.
    static final int USER = 1001;

    /// The value of `LC_ALL`. The JVM reads a UTF-8 password from the environment only if this locale can be loaded.
    static final String LOCALE = "C.UTF-8";

    /// Libraries that a C library older than 2.34 loads to look up a host; newer ones have both built in.
    private static final List<String> LOOKUPS = List.of("libnss_files.so.2", "libnss_dns.so.2", "libresolv.so.2");

    private static final Map<String, String> TEXTS = Map.of(
            "/etc/passwd",
            "root:x:0:0:root:/:/nonexistent\nccm:x:%1$d:%1$d:ccm:/:/nonexistent\nnobody:x:65534:65534:nobody:/:/nonexistent\n"
                    .formatted(USER),
            "/etc/group",
            "root:x:0:\nccm:x:%d:\nnogroup:x:65534:\n".formatted(USER),
            "/etc/nsswitch.conf",
            "passwd: files\ngroup: files\nhosts: files dns\n");

    private SystemLayer() {}

    /// @param scratch an empty folder for files that are generated for the image
    static ImageLayer of(SystemFiles system, Path scratch) throws IOException {
        var files = new ArrayList<ImageFile>();
        for (Path library : system.libraries()) {
            files.add(program(system, library));
            if (library.endsWith("libc.so.6")) {
                files.addAll(lookups(system, library));
            }
        }
        for (Path file : system.locale()) {
            files.add(ImageFile.plain(system.source(file), file.toString()));
        }
        for (var text : TEXTS.entrySet()) {
            Path file = scratch.resolve(Path.of(text.getKey()).getFileName());
            files.add(ImageFile.plain(Files.writeString(file, text.getValue()), text.getKey()));
        }
        files.add(new ImageFile(scratch, "/tmp", ImageFile.Mode.OPEN_FOLDER));
        return new ImageLayer("system", files);
    }

    private static List<ImageFile> lookups(SystemFiles system, Path libc) throws IOException {
        var files = new ArrayList<ImageFile>();
        for (String name : LOOKUPS) {
            Path library = libc.resolveSibling(name);
            if (system.has(library)) {
                files.add(program(system, library));
            }
        }
        return files;
    }

    private static ImageFile program(SystemFiles system, Path library) throws IOException {
        return ImageFile.program(system.source(library), library.toString());
    }
}
