package dev.vspherecloud.domain.address;

import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.vm.Guest;
import dev.vspherecloud.domain.vm.Hardware;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Completes the report of a guest with the addresses of its Node that a bad report leaves out. Pure.
public final class AddressRetention {
    private AddressRetention() {}

    /// @param guest     the report, with the addresses that are kept although it leaves them out
    /// @param memory    what to remember for the next report
    /// @param lookAgain when time alone may change the answer
    /// @param remark    what has been missing for too long
    public record Retained(Guest guest, AddressMemory memory, Optional<Duration> lookAgain, Optional<Reason> remark) {}

    /// What the guest is held to report.
    ///
    /// @param present the addresses that the Node has
    /// @param now     nanoseconds of the clock of the memory
    public static Retained retain(
            Guest report, Hardware hardware, List<NodeAddress> present, AddressMemory memory, long now) {
        return new Retained(report, memory, Optional.empty(), Optional.empty());
    }
}
