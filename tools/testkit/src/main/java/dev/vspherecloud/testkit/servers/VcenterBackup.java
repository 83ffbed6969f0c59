package dev.vspherecloud.testkit.servers;

import java.nio.file.Path;

/// The state of a [SimulatedVcenter] at one time. It can be restored several times.
public final class VcenterBackup {
    private final Path folder;

    VcenterBackup(Path folder) {
        this.folder = folder;
    }

    Path folder() {
        return folder;
    }
}
