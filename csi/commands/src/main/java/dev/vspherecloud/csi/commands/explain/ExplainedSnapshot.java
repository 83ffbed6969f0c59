package dev.vspherecloud.csi.commands.explain;

import dev.vspherecloud.csi.cns.CnsSnapshot;

/// A temporary snapshot of a clone that no operation needs any more.
///
/// @param vcenter the vCenter that has it
record ExplainedSnapshot(String vcenter, CnsSnapshot snapshot) {
    String volume() {
        return snapshot.id().volume().id();
    }

    /// Returns the command that deletes the snapshot.
    String deleteCommand() {
        return "govc volume.snapshot.rm %s %s".formatted(snapshot.id().id(), volume());
    }
}
