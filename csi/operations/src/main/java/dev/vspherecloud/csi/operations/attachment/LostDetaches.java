package dev.vspherecloud.csi.operations.attachment;

import dev.vspherecloud.csi.domain.attachment.DetachPolicy;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The calls to detach whose answers were lost, with the time at which they were sent. They may still reach vCenter,
/// and then they would take the disk from a VM that got it again. After [DetachPolicy#ACCEPT_WINDOW] they are
/// forgotten.
///
/// Threads: any.
final class LostDetaches {
    /// @param vm the reference of the VM
    private record Key(String volumeId, String vm) {}

    private final Map<Key, Instant> sent = new ConcurrentHashMap<>();

    void add(String volumeId, String vm, Instant now) {
        forgetOld(now);
        sent.put(new Key(volumeId, vm), now);
    }

    /// Returns true if a call may still take the volume from the VM.
    boolean contains(String volumeId, String vm, Instant now) {
        forgetOld(now);
        return sent.containsKey(new Key(volumeId, vm));
    }

    private void forgetOld(Instant now) {
        sent.values().removeIf(at -> !now.isBefore(at.plus(DetachPolicy.ACCEPT_WINDOW)));
    }

    int size() {
        return sent.size();
    }
}
