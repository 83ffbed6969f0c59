package dev.vspherecloud.ccm.domain.node;

import dev.vspherecloud.ccm.domain.address.AddressRules;
import dev.vspherecloud.domain.topology.AncestorLabels;
import dev.vspherecloud.domain.topology.TopologyRules;
import dev.vspherecloud.domain.vm.Vm;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The settings for Nodes, from the configuration and the flags, at one moment.
///
/// vCenters can be added and removed while the process runs. A vCenter without an entry in `addresses` has no
/// rules, and no default applies: it might give Nodes other addresses for a moment.
///
/// @param addresses the address rules by name of the vCenter, one entry for each configured vCenter
/// @param topology the rules for zone and region; empty if Nodes get none
/// @param extraLabels labels that each Node gets once, when it is initialised (`--node-labels`)
/// @param ancestorLabels labels that name the inventory objects above a Node's VM
/// @param relabel true if the labels of an initialised Node follow its VM; if false, the provider only reports a
///     difference
/// @param revisit the time between two evaluations of a Node without a known change
///     (`--node-status-update-frequency`). An evaluation repairs the effect of a missed event and does not call
///     vCenter
public record NodeSettings(
        Map<String, AddressRules> addresses,
        Optional<TopologyRules> topology,
        Map<String, String> extraLabels,
        AncestorLabels ancestorLabels,
        boolean relabel,
        Duration revisit) {
    /// The keys of the labels for zone, region and instance type, which are read with any settings.
    public static final Set<String> FIXED_LABEL_KEYS = NodeLabels.keys();

    private static final Duration REVISIT = Duration.ofMinutes(5);

    public NodeSettings {
        addresses = Map.copyOf(addresses);
        extraLabels = Map.copyOf(extraLabels);
    }

    /// Creates settings with the time between two evaluations of cloud-provider-vsphere (Go), 5 minutes.
    public NodeSettings(
            Map<String, AddressRules> addresses,
            Optional<TopologyRules> topology,
            Map<String, String> extraLabels,
            AncestorLabels ancestorLabels,
            boolean relabel) {
        this(addresses, topology, extraLabels, ancestorLabels, relabel, REVISIT);
    }

    /// Returns the keys of all labels that are read or written with these settings. No other label of a Node matters.
    public Set<String> labelKeys() {
        var keys = new HashSet<>(FIXED_LABEL_KEYS);
        keys.addAll(extraLabels.keySet());
        keys.addAll(ancestorLabels.keys().values());
        return Set.copyOf(keys);
    }

    /// Returns the rules for the addresses of a VM; empty if its vCenter is not configured.
    public Optional<AddressRules> addressRules(Vm vm) {
        return Optional.ofNullable(addresses.get(vm.vcenter()));
    }
}
