package dev.vspherecloud.csi.domain;

import java.util.List;

/// What CNS says about the volumes with the name of a create, or with the id of a delete or expand.
public sealed interface VolumesResult {
    /// CNS was not asked yet, or too long ago.
    record NotAsked() implements VolumesResult {}

    /// CNS answered.
    record Found(List<ObservedVolume> volumes) implements VolumesResult {
        public Found {
            volumes = List.copyOf(volumes);
        }
    }

    /// CNS did not answer.
    record Unanswered() implements VolumesResult {}
}
