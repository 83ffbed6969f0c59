package dev.vspherecloud.testkit.servers;

import java.nio.file.Path;

/// A [SimulatedVcenter] as it was at one moment, to be restored later, and as often as one likes.
public final class VcenterBackup {
    private final Path folder;

    VcenterBackup(Path folder) {
        this.folder = folder;
    }

    Path folder() {
        return folder;
    }
}
