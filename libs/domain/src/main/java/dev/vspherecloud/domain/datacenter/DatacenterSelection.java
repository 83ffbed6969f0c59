package dev.vspherecloud.domain.datacenter;

import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.Placement;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The datacenters of one vCenter that the values of the key `datacenters` name. Values are compared with
/// datacenters when it is created, and not for each VM.
public final class DatacenterSelection {
    private final List<DatacenterMatch> matches;
    private final List<DatacenterPath> visible;
    private final Set<String> admitted;

    /// @param matches one for each value; empty admits every datacenter
    /// @param visible all datacenters that the account sees, in the order of their paths
    DatacenterSelection(List<DatacenterMatch> matches, List<DatacenterPath> visible) {
        this.matches = List.copyOf(matches);
        this.visible = List.copyOf(visible);
        this.admitted = matches.stream()
                .flatMap(match -> match instanceof DatacenterMatch.Named(var _, var datacenters)
                        ? datacenters.stream()
                        : List.<DatacenterPath>of().stream())
                .map(DatacenterPath::moref)
                .collect(Collectors.toUnmodifiableSet());
    }

    /// Returns one match for each value, in the order of the configuration.
    public List<DatacenterMatch> matches() {
        return matches;
    }

    /// Returns the matches of the values that name no datacenter.
    public List<DatacenterMatch> unresolved() {
        return matches.stream()
                .filter(match -> !(match instanceof DatacenterMatch.Named))
                .toList();
    }

    /// Returns all datacenters that the account sees, in the order of their paths.
    public List<DatacenterPath> visible() {
        return visible;
    }

    /// Returns the datacenter of a VM if no value names it; empty if the VM may be that of a Node.
    public Optional<OtherDatacenter> excluding(Placement placement) {
        if (matches.isEmpty()) {
            return Optional.empty();
        }
        Optional<InventoryObject> datacenter = placement.datacenter();
        return datacenter.filter(found -> admitted.contains(found.moref())).isPresent()
                ? Optional.empty()
                : Optional.of(datacenter
                        .map(this::other)
                        .orElseGet(() -> new OtherDatacenter(
                                "unknown",
                                List.of(),
                                "give the account the role Read-only on the datacenter and the folders above the VM")));
    }

    private OtherDatacenter other(InventoryObject datacenter) {
        DatacenterPath path = visible.stream()
                .filter(each -> each.moref().equals(datacenter.moref()))
                .findFirst()
                .orElseGet(() -> new DatacenterPath(datacenter.moref(), List.of(datacenter.name()), false));
        return new OtherDatacenter(
                path.path(),
                unresolved().stream().map(DatacenterMatch::text).toList(),
                "add \"%s\"".formatted(path.configurableValue()));
    }
}
