package dev.vspherecloud.testkit.bed;

import java.nio.file.Files;
import java.nio.file.Path;

/// The root folder of this project. The property `vspherecloud.root` names it; otherwise it is found from the working
/// directory upwards.
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
