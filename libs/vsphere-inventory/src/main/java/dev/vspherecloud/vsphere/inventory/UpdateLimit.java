package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.vsphere.client.MoRef;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// The number of objects that a vCenter may send in one response, and the VMs that are too large even alone.
///
/// After a response that was too large, the number is halved, and the question is asked again. The number
/// survives the loss of a collector: vCenter may have lost the version of the failed wait. After each complete
/// wait it doubles, up to the usual number.
///
/// Threads: only the watcher's thread.
final class UpdateLimit {
    private static final int MAX_OBJECTS = 500;

    /// The usual number if listeners read the devices of VMs, which are large: tens of kilobytes for each VM.
    private static final int MAX_LARGE_OBJECTS = 50;

    /// The time after which a VM that was too large is read again.
    private static final Duration RETRY = Duration.ofMinutes(10);

    private final Map<MoRef, Long> tooLargeSince = new HashMap<>();
    private int current = MAX_OBJECTS;

    /// Returns the largest number of objects in the next response, at least 1.
    ///
    /// @param areLarge true if listeners read the devices of VMs
    int maxObjects(boolean areLarge) {
        return areLarge ? Math.min(current, MAX_LARGE_OBJECTS) : current;
    }

    /// Halves the number of objects.
    ///
    /// @param asked the number of objects in the failed question
    /// @return false if it was 1
    boolean halve(int asked) {
        current = Math.max(1, asked / 2);
        return asked > 1;
    }

    /// Called when a wait was completed and no updates are left to read.
    void onWaitCompleted() {
        current = Math.min(MAX_OBJECTS, current * 2);
    }

    /// Records that this VM alone is too large for one response.
    ///
    /// @param now nanoseconds of a monotonic clock
    void leaveOut(MoRef vm, long now) {
        tooLargeSince.put(vm, now);
    }

    /// Returns those of the VMs that are not to be read, because they were too large a short time ago.
    ///
    /// @param now nanoseconds of a monotonic clock
    Set<MoRef> leftOut(Set<MoRef> vms, long now) {
        tooLargeSince.entrySet().removeIf(vm -> now - vm.getValue() >= RETRY.toNanos());
        var leftOut = new HashSet<>(vms);
        leftOut.retainAll(tooLargeSince.keySet());
        return leftOut;
    }
}
