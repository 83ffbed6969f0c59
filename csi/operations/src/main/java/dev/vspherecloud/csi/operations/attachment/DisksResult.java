package dev.vspherecloud.csi.operations.attachment;

import dev.vspherecloud.csi.domain.node.VmDisk;
import java.util.List;

/// The result of reading the disks of a VM.
public sealed interface DisksResult {
    record Read(List<VmDisk> disks) implements DisksResult {
        public Read {
            disks = List.copyOf(disks);
        }
    }

    /// vCenter did not answer, or does not know the VM, which proves nothing.
    record Unread(String why) implements DisksResult {}
}
