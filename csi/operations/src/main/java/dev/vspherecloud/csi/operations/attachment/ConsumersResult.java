package dev.vspherecloud.csi.operations.attachment;

import java.util.List;

/// The result of reading which VMs have a disk.
public sealed interface ConsumersResult {
    /// @param consumers the ids of the VMs; may be empty
    record Read(List<String> consumers) implements ConsumersResult {
        public Read {
            consumers = List.copyOf(consumers);
        }
    }

    /// CNS does not know the volume.
    record NoVolume() implements ConsumersResult {}

    record Unread(String why) implements ConsumersResult {}
}
