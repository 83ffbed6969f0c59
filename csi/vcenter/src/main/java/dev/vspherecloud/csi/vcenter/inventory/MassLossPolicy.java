package dev.vspherecloud.csi.vcenter.inventory;

import java.util.List;
import java.util.Optional;

/// Decides whether so many VMs have vanished that the inventory is not trusted. Pure.
///
/// Rule from: csi-production 14, scenario 20.
final class MassLossPolicy {
    /// One VM that vanishes is an ordinary event.
    private static final int MIN_VANISHED = 2;

    private MassLossPolicy() {}

    /// Returns the reason why the inventory is not trusted; empty if it is.
    ///
    /// @param known    the number of VMs that should exist
    /// @param vanished the names of those that vCenter does not show, without proof that they are gone
    static Optional<String> reason(int known, List<String> vanished) {
        return vanished.size() >= MIN_VANISHED && vanished.size() * 2 >= known
                ? Optional.of(
                        "vCenter does not show %d of %d VMs of Nodes (%s), so its inventory is not trusted; give the account the role Read-only on their folders and resource pools, or delete the Nodes whose VMs are gone"
                                .formatted(
                                        vanished.size(),
                                        known,
                                        String.join(", ", vanished.subList(0, Math.min(5, vanished.size())))))
                : Optional.empty();
    }
}
