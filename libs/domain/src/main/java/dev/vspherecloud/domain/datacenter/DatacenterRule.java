package dev.vspherecloud.domain.datacenter;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/// Decides which datacenters of a vCenter may contain VMs of Nodes.
///
/// @param values the values of the key `datacenters`; empty means every datacenter
public record DatacenterRule(List<DatacenterValue> values) {
    public DatacenterRule {
        values = List.copyOf(values);
    }

    /// Parses the values of the key `datacenters`.
    public static DatacenterRule of(List<String> configured) {
        return new DatacenterRule(
                configured.stream().map(DatacenterValue::parse).toList());
    }

    public boolean admitsAll() {
        return values.isEmpty();
    }

    /// Selects the datacenters that the values name.
    ///
    /// @param datacenters all datacenters of the vCenter that the account sees
    public DatacenterSelection select(Collection<DatacenterPath> datacenters) {
        List<DatacenterPath> sorted = datacenters.stream()
                .sorted(Comparator.comparing(DatacenterPath::path))
                .toList();
        return new DatacenterSelection(
                values.stream().map(value -> DatacenterMatch.of(value, sorted)).toList(), sorted);
    }
}
