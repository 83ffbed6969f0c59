package dev.vspherecloud.config.vcenter;

import dev.vspherecloud.config.RawSection;
import dev.vspherecloud.config.credentials.CredentialsSource;
import java.util.List;
import java.util.stream.Stream;

/// A vCenter of the configuration, with the settings that every program understands.
///
/// @param name the name that the operator chose, never blank; by default the server
/// @param datacenters names, inventory paths or references, in order; empty means every datacenter
/// @param sections the sections of this vCenter with the values inherited from `global`, for the keys of one
///     program. The first section counts; others name the same server and port again
public record ConfiguredVcenter(
        String name,
        ConnectionConfig connection,
        List<String> datacenters,
        CredentialsSource credentials,
        List<RawSection> sections) {
    public ConfiguredVcenter {
        datacenters = List.copyOf(datacenters);
        sections = List.copyOf(sections);
    }

    /// Returns this vCenter with the datacenters of both vCenters. If one of the two means every datacenter, so
    /// does the result.
    ConfiguredVcenter joinedWith(ConfiguredVcenter other) {
        boolean all = datacenters.isEmpty() || other.datacenters.isEmpty();
        List<String> both = Stream.concat(datacenters.stream(), other.datacenters.stream())
                .distinct()
                .toList();
        List<RawSection> written =
                Stream.concat(sections.stream(), other.sections.stream()).toList();
        return new ConfiguredVcenter(name, connection, all ? List.of() : both, credentials, written);
    }
}
