package dev.vspherecloud.testkit.bed;

import java.nio.file.Files;
import java.nio.file.Path;

/// The folder of this project, found from the working directory upwards or named by the property
/// `vspherecloud.root`.
public final class Checkout {
    private Checkout() {}

    public static Path root() {
        String named = System.getProperty("vspherecloud.root", "");
        if (!named.isEmpty()) {
            return Path.of(named);
        }
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            if (Files.isExecutable(folder.resolve("tools/servers/build"))) {
                return folder;
            }
        }
        throw new IllegalStateException("not inside the project: no folder above has tools/servers/build");
    }
}
